import { expect, it } from "vitest";
import { findsTheSame, toStoredQuery, toViewAddress } from "@/components/views/view-address";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { eventListReader } from "@/lib/nouns/events/list-reader";

it("keeps of an address what it finds, and not where in the list one is", () => {
  const sent = { status: ["Failure,Retry"], body: ["a:eq:1,2", "b:eq:3"], perPage: ["50"], next_page_cursor: ["abc"] };
  expect(toStoredQuery({ ...sent, view: ["x"], ownerId: [], q: undefined })).toEqual({
    status: "Failure,Retry",
    body: ["a:eq:1,2", "b:eq:3"],
  });
});

it("leads to the list with the filters, so that they work for somebody who may not see the view", () => {
  const query = { body: ["a:eq:1,2", "b:eq:x&y"], event_type: "order.*" };
  const columns = ["event_type", "uid"];
  const address = toViewAddress("p", { uid: "v", list: "events", query, columns });
  expect(address).toBe(
    "/projects/p/events?view=v&body=a%3Aeq%3A1%2C2&body=b%3Aeq%3Ax%26y&event_type=order.*&columns=event_type%2Cuid",
  );
});

it("compares what filters find, and not how they are written", () => {
  const same = (one: object, other: object) =>
    findsTheSame(deliveryListReader, one as Record<string, string>, other as Record<string, string>);
  expect(same({ status: "Failure,Retry" }, { status: ["Retry", "Failure"] })).toBe(true);
  expect(same({ eventType: "a", perPage: "50" }, { event_type: "a", ownerId: "" })).toBe(true);
  expect(same({ status: "Failure" }, { status: "Failure", minAttempts: "2" })).toBe(false);
  expect(same({}, { status: "Failure" })).toBe(false);
  expect(findsTheSame(eventListReader, { body: ["a:eq:1", "b:eq:2"] }, { body: ["b:eq:2", "a:eq:1"] })).toBe(true);
});
