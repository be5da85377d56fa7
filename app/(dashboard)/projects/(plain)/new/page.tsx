import type { Metadata } from "next";
import { SignedIn } from "@/app/signed-in";
import { OwnerOnly } from "@/components/installation/owner-only";
import { PageHeader } from "@/components/layout/page-header";
import { CreateProjectForm } from "@/components/projects/create-project-form";
import { meRead } from "@/components/session/me";

export const metadata: Metadata = { title: "Create project" };

export default function NewProjectPage() {
  return (
    <SignedIn address="/projects/new" reads={[meRead]}>
      <PageHeader title="Create project" back={{ href: "/projects", name: "Projects" }} />
      <OwnerOnly act="creates projects">
        <CreateProjectForm />
      </OwnerOnly>
    </SignedIn>
  );
}
