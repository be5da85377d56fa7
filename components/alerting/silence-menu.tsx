"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { alertingCalls } from "@/components/alerting/calls";
import { type AlertingOf, alertingKey, alertRulesRead } from "@/components/alerting/queries";
import { tellError } from "@/components/data/tell-error";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";

const SPANS = [
  { name: "15 minutes", seconds: 900 },
  { name: "An hour", seconds: 3_600 },
  { name: "4 hours", seconds: 14_400 },
  { name: "A day", seconds: 86_400 },
] as const;

/** Silences all rules for a while, or ends that. */
export function SilenceMenu({ of }: { of: AlertingOf }) {
  const client = useQueryClient();
  const rules = useQuery(alertRulesRead(of)).data;
  const silence = useMutation({
    mutationFn: (seconds: number) => alertingCalls(of).silence(seconds),
    onSuccess: () => client.invalidateQueries({ queryKey: alertingKey(of, "alert-rules") }),
    onError: (error) => tellError("The silence was not changed", error),
  });
  if (rules?.some((rule) => rule.silenced_until !== null)) {
    return (
      <Button pending={silence.isPending} onClick={() => silence.mutate(0)}>
        End the silence
      </Button>
    );
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button pending={silence.isPending}>
          <BellOff aria-hidden />
          Silence
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuLabel>Tell nobody for</MenuLabel>
        {SPANS.map(({ name, seconds }) => (
          <MenuItem key={seconds} onSelect={() => silence.mutate(seconds)}>
            {name}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
