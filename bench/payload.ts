const NUMBER_AT = '{"id":"'.length;
const NUMBER_DIGITS = 10;

/** A webhook of usual size, about 600 bytes, whose first field is the event's number. */
export function createPayload(): Buffer {
  const body = {
    id: "0".repeat(NUMBER_DIGITS),
    type: "order.created",
    created_at: "2027-01-31T12:00:00.000Z",
    data: {
      order_id: "ord_8fK2mQ7xT1",
      status: "paid",
      currency: "EUR",
      total: 12_995,
      customer: { id: "cus_41d0", email: "ada@example.com", name: "Ada Lovelace", country: "GB" },
      items: [
        { sku: "SKU-1001", name: "Notebook, lined, A5", quantity: 3, price: 1_299 },
        { sku: "SKU-2040", name: "Fountain pen, fine nib", quantity: 1, price: 8_499 },
        { sku: "SKU-3100", name: "Ink, blue-black, 50 ml", quantity: 1, price: 599 },
      ],
      shipping: { method: "standard", address: { street: "12 St James Square", city: "London", zip: "SW1Y 4JH" } },
    },
  };
  return Buffer.from(JSON.stringify(body));
}

/** Writes an event's number into the payload that begins at `start`. */
export function writeNumber(bytes: Buffer, start: number, number: number): void {
  let rest = number;
  for (let at = start + NUMBER_AT + NUMBER_DIGITS - 1; at >= start + NUMBER_AT; at -= 1) {
    bytes[at] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}

/** The number in a payload, or -1 without one. */
export function readNumber(body: Buffer): number {
  if (body.length < NUMBER_AT + NUMBER_DIGITS) return -1;
  let number = 0;
  for (let at = NUMBER_AT; at < NUMBER_AT + NUMBER_DIGITS; at += 1) {
    const digit = (body[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
