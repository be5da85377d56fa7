/** The methods of deliveries. */
export const SENDING_METHODS = ["POST", "PUT", "PATCH"] as const;
export type SendingMethod = (typeof SENDING_METHODS)[number];

/** How the body of a delivery is written: as the payload is, or its JSON as a form. */
export const SENDING_TYPES = ["application/json", "application/x-www-form-urlencoded"] as const;
export type SendingType = (typeof SENDING_TYPES)[number];

/** What signs a delivery: the endpoint's secrets, its key pairs, or both. */
export const SIGNATURE_ALGORITHMS = ["hmac", "ed25519", "hmac_and_ed25519"] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];
