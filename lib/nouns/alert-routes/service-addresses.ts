/** Where the services are that a route names by a key only; both have others in the EU. */
export const PAGERDUTY_URL = "https://events.pagerduty.com/v2/enqueue";
export const OPSGENIE_URL = "https://api.opsgenie.com";
