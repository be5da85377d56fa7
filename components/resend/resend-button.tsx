import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";

type ResendButtonProps = {
  pending: boolean;
  disabled: boolean;
  onResend: () => void;
  /** In a row it is small, and always visible */
  inRow?: boolean;
  /** It waits for its time, and would be sent before. */
  isEarly?: boolean;
};

export function ResendButton({ pending, disabled, onResend, inRow = false, isEarly = false }: ResendButtonProps) {
  return (
    <Button
      size={inRow ? "sm" : "md"}
      variant={inRow ? "secondary" : "primary"}
      pending={pending}
      disabled={disabled}
      title={disabled ? "It is being sent now" : undefined}
      onClick={onResend}
    >
      <RotateCw aria-hidden />
      {isEarly ? "Send now" : "Resend"}
    </Button>
  );
}
