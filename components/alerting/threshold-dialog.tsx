"use client";

import { useQueryClient } from "@tanstack/react-query";
import { alertingCalls } from "@/components/alerting/calls";
import { type AlertingOf, alertingKey } from "@/components/alerting/queries";
import { sayThreshold } from "@/components/alerting/rule-words";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { NumberField } from "@/components/forms/number-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type AlertRule, UpdateAlertRules, UpdateInstallationAlertRules } from "@/lib/nouns/alert-rules/schemas";

type Values = Partial<Record<AlertRule["kind"], { threshold: number | undefined }>>;

type ThresholdDialogProps = { of: AlertingOf; rule: AlertRule | null; onClose: () => void };

export function ThresholdDialog({ of, rule, onClose }: ThresholdDialogProps) {
  return (
    <Dialog open={rule !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {rule && (
        <DialogContent title={rule.name} description={rule.description}>
          <ThresholdForm of={of} rule={rule} onSaved={onClose} />
        </DialogContent>
      )}
    </Dialog>
  );
}

/** The field has the name that the API gives it, so that its errors find their place. */
function ThresholdForm({ of, rule, onSaved }: { of: AlertingOf; rule: AlertRule; onSaved: () => void }) {
  const client = useQueryClient();
  const { kind } = rule;
  const zodForm = useZodForm<Values, typeof UpdateAlertRules>({
    schema: of === "installation" ? UpdateInstallationAlertRules : UpdateAlertRules,
    defaultValues: { [kind]: { threshold: rule.threshold ?? 0 } },
    toInput: (values) => values,
    check: (values) =>
      values[kind]?.threshold === undefined ? [{ path: `${kind}.threshold`, message: "Give a whole number." }] : [],
    submit: async (_input, values) => {
      await alertingCalls(of).setRule(kind, { threshold: values[kind]?.threshold ?? null });
      await client.invalidateQueries({ queryKey: alertingKey(of, "alert-rules") });
      onSaved();
    },
  });
  const usual = sayThreshold({ threshold: rule.usual_threshold, unit: rule.unit });
  return (
    <Form {...zodForm} label="Threshold">
      <div className="space-y-4">
        <NumberField
          name={`${kind}.threshold`}
          label="From"
          unit={rule.unit ?? ""}
          help={`Usually ${usual}.`}
          min={0}
        />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            Save
          </Button>
        </div>
      </div>
    </Form>
  );
}
