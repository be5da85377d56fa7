"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { alertingCalls } from "@/components/alerting/calls";
import { type AlertingOf, alertingKey, alertRulesRead } from "@/components/alerting/queries";
import { RouteSettingsFields } from "@/components/alerting/route-settings-fields";
import { ROUTE_TYPE_NAMES } from "@/components/alerting/route-types";
import { NEW_ROUTE, type RouteValues, toRouteInput, toRouteValues } from "@/components/alerting/route-values";
import { CheckboxListField } from "@/components/forms/checkbox-list-field";
import { RadioField, SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { NumberField } from "@/components/forms/number-field";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { ALERT_ROUTE_TYPES } from "@/lib/kernel/alerting-words";
import { type AlertRoute, CreateAlertRoute, type CreatedAlertRoute } from "@/lib/nouns/alert-routes/schemas";

const TYPES = ALERT_ROUTE_TYPES.map((value) => ({ value, label: ROUTE_TYPE_NAMES[value] }));
const TAKES = [
  { value: "all", label: "Everything" },
  { value: "some", label: "Some rules" },
];

type RouteFormProps = { of: AlertingOf; route: AlertRoute | null; onSaved: (saved: CreatedAlertRoute) => void };

/** Creates a route, or changes one. */
export function RouteForm({ of, route, onSaved }: RouteFormProps) {
  const client = useQueryClient();
  const zodForm = useZodForm<RouteValues, typeof CreateAlertRoute>({
    schema: CreateAlertRoute,
    defaultValues: route ? toRouteValues(route) : NEW_ROUTE,
    toInput: toRouteInput,
    submit: async (input) => {
      const calls = alertingCalls(of);
      const body = CreateAlertRoute.parse(input);
      const { is_enabled: _kept, ...change } = body;
      const saved = await (route ? calls.updateRoute(route.uid, change) : calls.createRoute(body));
      await client.invalidateQueries({ queryKey: alertingKey(of, "alert-routes") });
      onSaved(saved);
    },
  });
  return (
    <Form {...zodForm} label={route ? "Change route" : "Add route"}>
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="settings.type" label="To" choices={TYPES} />
          <TextField name="name" label="Name" placeholder="On call" />
        </div>
        <RouteSettingsFields />
        <RadioField name="takes" label="Tells of" choices={TAKES} />
        <Kinds of={of} />
        <NumberField
          name="pause_seconds"
          label="Pause between messages"
          unit="seconds"
          min={0}
          help="What happens meanwhile and is still true then comes in one message."
        />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            {route ? "Save" : "Add route"}
          </Button>
        </div>
      </div>
    </Form>
  );
}

function Kinds({ of }: { of: AlertingOf }) {
  const takes: unknown = useWatch({ name: "takes" });
  const { data } = useQuery(alertRulesRead(of));
  if (takes !== "some" || !data) return null;
  const names = new Map<string, string>(data.map(({ kind, name }) => [kind, name]));
  return (
    <CheckboxListField
      name="kinds"
      label="Rules"
      choices={[...names.keys()]}
      nameOf={(kind) => names.get(kind) ?? kind}
    />
  );
}
