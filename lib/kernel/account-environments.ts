/** The environments of a provider's account: each has keys and credentials of its own. */
export const ACCOUNT_ENVIRONMENTS = ["production", "sandbox"] as const;
export type AccountEnvironment = (typeof ACCOUNT_ENVIRONMENTS)[number];
