import { bySettings, type Plant } from "@/lib/checkup/plants/plant.fixture";

const everywhere = { HOST: "0.0.0.0" };

export const SETTINGS_PLANTS: readonly Plant[] = [
  bySettings("settings_wrong", "critical", { PORT: "many" }),
  bySettings("settings_wrong", "critical", { HOOKYARD_EGRESS_ALLOW: "10.0.0.0/99" }),
  bySettings("no_tls", "warning", { ...everywhere, HOOKYARD_URL: "http://hooks.invalid" }),
  bySettings("listens_to_network", "advice", everywhere),
  bySettings("listens_to_network", "advice", { HOST: "::", HOOKYARD_URL: "" }),
  bySettings("url_not_set", "advice", { HOOKYARD_URL: "", HOOKYARD_INGEST_URL: "" }),
  bySettings("trusted_proxies_everybody", "critical", { HOOKYARD_TRUSTED_PROXIES: "10.0.0.1, 0.0.0.0/0" }),
  bySettings("trusted_proxies_everybody", "critical", { HOOKYARD_TRUSTED_PROXIES: "::/0" }),
  bySettings("metrics_open", "warning", {
    ...everywhere,
    HOOKYARD_METRICS_PORT: "9464",
    HOOKYARD_METRICS_TOKEN: "",
  }),
  bySettings("log_level_verbose", "advice", { LOG_LEVEL: "debug" }),
  bySettings("log_level_verbose", "advice", { LOG_LEVEL: "trace" }),
  bySettings("address_rate_off", "warning", { HOOKYARD_ADDRESS_RATE: "0" }),
  bySettings("key_rate_off", "advice", { HOOKYARD_KEY_RATE: "0" }),
  bySettings("secret_not_shared", "advice", { HOOKYARD_SECRET: "" }),
  bySettings("single_sign_on_incomplete", "warning", { OIDC_CLIENT_ID: "" }),
  bySettings("single_sign_on_incomplete", "warning", { OIDC_ISSUER: "" }),
  { finds: { node_out_of_support: "warning" }, arrange: () => ({ search: { node: "18.20.8" } }) },
  {
    finds: { node_out_of_support: "warning" },
    how: "by its date",
    arrange: () => ({ search: { node: "24.1.0", now: () => new Date("2028-05-01") } }),
  },
  bySettings("egress_allows_all", "critical", { HOOKYARD_EGRESS_ALLOW: "0.0.0.0/0" }),
  bySettings("egress_allows_all", "critical", { HOOKYARD_EGRESS_ALLOW: "::/0" }),
  bySettings("egress_allows_all", "critical", { HOOKYARD_EGRESS_ALLOW: "0.0.0.0/1,128.0.0.0/1" }),
  bySettings("egress_allows_metadata", "critical", { HOOKYARD_EGRESS_ALLOW: "169.254.169.254" }),
  bySettings("egress_allows_metadata", "critical", { HOOKYARD_EGRESS_ALLOW: "fd00:ec2::254/128" }),
  bySettings("egress_allows_loopback", "warning", { HOOKYARD_EGRESS_ALLOW: "127.0.0.1" }),
  bySettings("egress_allows_loopback", "warning", { HOOKYARD_EGRESS_ALLOW: "::1/128" }),
  bySettings("egress_allows_wide_block", "warning", { HOOKYARD_EGRESS_ALLOW: "10.0.0.0/8" }),
  bySettings("egress_allows_wide_block", "warning", { HOOKYARD_EGRESS_ALLOW: "fd00::/8" }),
];
