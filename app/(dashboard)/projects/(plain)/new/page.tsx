import type { Metadata } from "next";
import { SignedIn } from "@/app/signed-in";
import { PageHeader } from "@/components/layout/page-header";
import { CreateProjectForm } from "@/components/projects/create-project-form";

export const metadata: Metadata = { title: "Create project" };

export default function NewProjectPage() {
  return (
    <SignedIn address="/projects/new">
      <PageHeader title="Create project" back={{ href: "/projects", name: "Projects" }} />
      <CreateProjectForm />
    </SignedIn>
  );
}
