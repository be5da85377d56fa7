import type { Plant } from "@/attack/credentialed-things";
import type { Stage, Tenant } from "@/attack/stage";

/** A route of each type that has a credential, used by a test that succeeds and by one that fails. */
export async function plantAlertRoutes({ receiver }: Stage, { id, keys }: Tenant, plant: Plant): Promise<void> {
  const home = `/v1/projects/${id}/alert-routes`;
  for (const way of ["works", "fails"]) {
    const at = `${receiver.url}/${way}`;
    for (const settings of [
      { type: "slack", webhook_url: `${at}/${plant("settings.webhook_url")}` },
      { type: "microsoft_teams", webhook_url: `${at}/${plant("settings.webhook_url")}` },
      { type: "discord", webhook_url: `${at}/${plant("settings.webhook_url")}` },
      { type: "pagerduty", url: at, routing_key: plant("settings.routing_key") },
      { type: "opsgenie", url: at, genie_key: plant("settings.genie_key") },
      { type: "webhook", url: at, secret: `whsec_${plant("settings.secret")}` },
    ]) {
      const { uid } = await keys.admin.post(home, { name: `${settings.type} that ${way}`, settings });
      await keys.admin.post(`${home}/${uid}/test`, {});
      await keys.admin.ask("PUT", `${home}/${uid}`, { body: { name: `${settings.type} renamed` } });
      const elsewhere = { ...settings, url: `${at}/elsewhere` };
      if (settings.type !== "slack") await keys.admin.ask("PUT", `${home}/${uid}`, { body: { settings: elsewhere } });
    }
  }
}
