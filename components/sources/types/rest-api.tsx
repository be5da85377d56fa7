"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { TestConnectionButton } from "@/components/sources/test-connection";
import {
  checkRestApi,
  NEW_REST_API,
  type RestApiValues,
  readRestApi,
  toRestApiInput,
  toRestApiValues,
} from "@/components/sources/types/rest-api-values";
import type { SourceSectionsProps, SourceTypeForm } from "@/components/sources/types/source-type";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { Source } from "@/lib/nouns/sources/schemas";

export const restApi: SourceTypeForm<RestApiValues> = {
  type: "rest_api",
  title: "Polled API",
  what: "A REST API is asked for new items at an interval, and each becomes an event.",
  newValues: NEW_REST_API,
  toValues: toRestApiValues,
  toInput: toRestApiInput,
  check: checkRestApi,
  Sections: RestApiSections,
  About: RestApiAbout,
  subscribedIn: ["incoming"],
  whenOff: "Switched off, the API is not asked. Switched on again, it goes on where it was.",
  whenDeleted: "The API is asked no more, and where it was read up to is forgotten.",
  tell: (source) => `polls ${hostOf(readRestApi(source).url)}`,
};

const METHODS = [
  { value: "GET", label: "GET" },
  { value: "POST", label: "POST" },
];
const AUTHS = [
  { value: "none", label: "None" },
  { value: "bearer", label: "Bearer token" },
  { value: "api_key", label: "Key in a header" },
  { value: "basic_auth", label: "User name and password" },
];
const PAGINATIONS = [
  { value: "none", label: "One answer holds all" },
  { value: "cursor", label: "A cursor in the answer" },
  { value: "link_header", label: "A Link header" },
];
const PAGINATION_HELP = {
  none: "Each poll reads the same address; items that were there before make no second event.",
  cursor: "Each poll goes on from the last cursor, which is saved with the events that came with it.",
  link_header: "Each poll follows the links with rel=next of the same server to their end, and begins anew.",
};
const PLACES = [
  { value: "usual", label: "The item's event_type or type" },
  { value: "path", label: "Another field of the item" },
  { value: "fixed", label: "Always the same" },
];

function RestApiSections({ projectID, sourceID }: SourceSectionsProps) {
  return (
    <>
      <RequestSection />
      <ItemsSection />
      <Section title="Try it" why="Asks once, keeps nothing of the answer and makes no event.">
        <TestConnectionButton<RestApiValues>
          projectID={projectID}
          sourceID={sourceID}
          toSettings={toRestApiInput}
          resource="Answer"
        />
      </Section>
    </>
  );
}

function RequestSection() {
  const { control } = useFormContext<RestApiValues>();
  const [method, auth] = useWatch({ control, name: ["rest_api.method", "rest_api.auth.type"] });
  return (
    <Section title="Request" why="What is asked, and how often. A change here counts within two seconds.">
      <TextField name="rest_api.url" label="URL" mono placeholder="https://api.example.com/v1/orders" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField name="rest_api.method" label="Method" choices={METHODS} />
        <NumberField
          name="rest_api.interval_seconds"
          label="Interval"
          unit="seconds"
          min={1}
          max={86_400}
          help="From the end of one poll to the next. A Retry-After of the API is honoured."
        />
      </div>
      <SelectField name="rest_api.auth.type" label="Authentication" choices={AUTHS} />
      {auth === "bearer" && <SecretField name="rest_api.auth.bearer.token" label="Token" />}
      {auth === "api_key" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="rest_api.auth.api_key.header_name" label="Header of the key" mono />
          <SecretField name="rest_api.auth.api_key.header_value" label="Key" />
        </div>
      )}
      {auth === "basic_auth" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="rest_api.auth.basic_auth.username" label="User name" mono />
          <SecretField name="rest_api.auth.basic_auth.password" label="Password" />
        </div>
      )}
      <TextField
        name="rest_api.headers"
        label="Headers"
        optional
        mono
        lines={2}
        placeholder="Accept: application/json"
        rule="One Name: value on each line."
        help="Credentials belong above, where nobody reads them."
      />
      {method === "POST" && (
        <TextField
          name="rest_api.body"
          label="Body"
          optional
          mono
          lines={3}
          placeholder='{"status":"open"}'
          help="Sent as application/json, unless a header says otherwise."
        />
      )}
    </Section>
  );
}

function ItemsSection() {
  const { control } = useFormContext<RestApiValues>();
  const [pagination, place] = useWatch({ control, name: ["rest_api.pagination.type", "rest_api.typePlace"] });
  return (
    <Section
      title="Items"
      why="Where the answer has them, and how one is told from another. Paths are names with dots."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="rest_api.item_path"
          label="Path of the items"
          optional
          mono
          placeholder="data.items"
          help="Empty: the answer itself is the array, or the one item."
        />
        <TextField
          name="rest_api.id_path"
          label="Path of an item's id"
          optional
          mono
          placeholder="id"
          help="The same id makes one event. Empty: an item that changed is a new one."
        />
      </div>
      <SelectField
        name="rest_api.pagination.type"
        label="What comes next"
        choices={PAGINATIONS}
        help={PAGINATION_HELP[pagination]}
      />
      {pagination === "cursor" && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField name="rest_api.pagination.cursor.path" label="Path of the cursor" mono placeholder="meta.next" />
          <TextField name="rest_api.pagination.cursor.param" label="Sent as parameter" mono placeholder="cursor" />
          <TextField name="rest_api.pagination.cursor.initial" label="First cursor" optional mono />
        </div>
      )}
      <SelectField name="rest_api.typePlace" label="Event type" choices={PLACES} />
      {place === "path" && (
        <TextField name="rest_api.event_type_path" label="Path of the type" mono placeholder="data.kind" />
      )}
      {place === "fixed" && <TextField name="rest_api.event_type" label="Type" mono placeholder="order.changed" />}
    </Section>
  );
}

function RestApiAbout({ source }: { source: Source }) {
  const { method, url, interval_seconds } = readRestApi(source);
  return (
    <Section title="Polled API">
      <p className="text-sm">
        <span className="break-all font-mono">
          {method} {url}
        </span>{" "}
        <span className="text-ink-muted">every {interval_seconds?.toLocaleString("en")} seconds</span>
      </p>
    </Section>
  );
}

function hostOf(url: string | undefined): string {
  return parseUrl(url ?? "")?.host ?? "nothing";
}
