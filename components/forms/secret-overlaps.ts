/** How long a secret still counts once another has taken its place. */
export const SECRET_OVERLAPS = [
  { value: "0", label: "End it now" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "24 hours" },
  { value: "604800", label: "7 days" },
];
