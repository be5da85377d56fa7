import { redirect } from "next/navigation";

export default function InstallationRoute(): never {
  redirect("/installation/health");
}
