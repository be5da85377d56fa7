import type { Metadata } from "next";
import type { PageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { InstallationAlerting } from "@/components/alerting/alerting-page";
import { alertRoutesRead, alertRulesRead, notificationListRead, openProblemsRead } from "@/components/alerting/queries";
import { parseListQuery } from "@/components/data-table/list-query";
import { meRead } from "@/components/session/me";
import { notificationListReader } from "@/lib/nouns/notifications/list-reader";

export const metadata: Metadata = { title: "Alerting" };

export default async function InstallationAlertingRoute({ searchParams }: PageProps) {
  const { sent } = parseListQuery(notificationListReader, await searchParams);
  const of = "installation";
  const reads = [openProblemsRead(of), alertRoutesRead(of), alertRulesRead(of), notificationListRead(of, sent)];
  return (
    <SignedIn address="/installation/alerting" reads={[meRead, ...reads]}>
      <InstallationAlerting />
    </SignedIn>
  );
}
