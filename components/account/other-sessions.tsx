"use client";

import { useMutation } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { toast } from "sonner";
import { api } from "@/components/data/api";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";

export function OtherSessions() {
  const confirm = useConfirm();
  const end = useMutation({
    mutationFn: () => unwrap(api.DELETE("/v1/me/sessions")),
    onSuccess: () => toast.success("You are signed out everywhere else"),
    onError: (error) => toast.error("The other sessions were not ended", { description: error.message }),
  });

  const ask = async () => {
    const yes = await confirm({
      title: "Sign out everywhere else?",
      consequence: "Every other browser in which you are signed in has to sign in again. This one stays.",
      action: "Sign out everywhere else",
    });
    if (yes) end.mutate();
  };

  return (
    <Button pending={end.isPending} onClick={() => void ask()}>
      <LogOut aria-hidden />
      Sign out everywhere else
    </Button>
  );
}
