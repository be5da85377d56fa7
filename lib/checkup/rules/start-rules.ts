import { rulesOfStart } from "@/lib/checkup/finding";

/** What keeps anything from being looked at. */
export const START_RULES = rulesOfStart([
  {
    code: "settings_wrong",
    levels: ["critical"],
    when: "a setting has a value with which no copy starts",
    why: "A copy with these settings ends as it starts. Nothing else was looked at.",
    remedy: "Correct the setting that is named; docs/reference/settings.md says what each takes.",
    find: (start) => (start.kind === "wrong_settings" ? [{ what: start.why }] : []),
  },
  {
    code: "installation_not_found",
    levels: ["critical"],
    when: "no installation is found by HOOKYARD_DATA and DATABASE_URL, or more than one",
    why: "Nothing but the settings could be looked at.",
    remedy: "Run the doctor with the settings of the copy: HOOKYARD_DATA, or DATABASE_URL and HOOKYARD_SECRET.",
    find: (start) => (start.kind === "no_installation" ? [{ what: start.why }] : []),
  },
]);
