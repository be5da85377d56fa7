import type { Samples } from "../provider";

export const samples: Samples = {
  "Large_Expenses_Alert.INSERT": {
    headers: {},
    body: {
      json: {
        creationDateTime: "2026-04-25T22:33:31.104Z",
        count: 1,
        schemas: [
          {
            schemaId: "Large_Expenses_Alert",
            schema: { type: "record", name: "Large_Expenses__cio", fields: [{ name: "Expense__c", type: "double" }] },
          },
        ],
        events: [
          {
            EventUuid: "b4235c47-e064-4d4b-b575-0141ba6d89b7",
            EventType: "CDCEvent",
            EventSchemaVersion: "1",
            EventCreationDateTime: "2026-04-25T22:33:29.000Z",
            EventPublishDateTime: "2026-04-25T22:33:30.000Z",
            SourceObjectDeveloperName: "Large_Expenses__cio",
            ActionDeveloperName: "Large_Expenses_Alert",
            EventPrompt: "INSERT",
            PayloadCurrentValue: { Expense__c: 699.99, PartyName__c: "Jürgen Grün" },
            PayloadPrevValue: null,
          },
        ],
      },
    },
  },
};
