import { expect, it } from "vitest";
import { DELIVERY_GRAMMAR } from "@/components/deliveries/delivery-terms";
import { completeLine } from "./complete-line";
import { CONTEXT } from "./context.fixture";

const complete = (line: string) => completeLine(line, DELIVERY_GRAMMAR, CONTEXT).map((one) => one.line);

it.each([
  ["st", ["status:"]],
  ["status:failure co", ["status:failure code:"]],
  ["status:f", ["status:Failure"]],
  ["code:5xx,tim", ["code:5xx,timeout"]],
  ["endpoint:ord", ["endpoint:orders", "endpoint:orders-eu", 'endpoint:"Orders US"']],
  ["endpoint:eu", ["endpoint:orders-eu"]],
  ["latency:", ["latency>=1s", "latency>=10s"]],
  ["status:Failure", []],
  ["order.paid", []],
  ['endpoint:"or', []],
])("completes %s to %j", (line, lines) => expect(complete(line)).toEqual(lines));

it("offers every name after a blank", () => {
  expect(complete("status:failure ")).toHaveLength(DELIVERY_GRAMMAR.terms.length);
});
