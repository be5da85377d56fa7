import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";

type ResendButtonProps = {
  pending: boolean;
  disabled: boolean;
  onResend: () => void;
  /** In a row it appears on hover and focus, and stays on touch screens. */
  inRow?: boolean;
};

export function ResendButton({ pending, disabled, onResend, inRow = false }: ResendButtonProps) {
  return (
    <Button
      size={inRow ? "sm" : "md"}
      variant={inRow ? "secondary" : "primary"}
      pending={pending}
      disabled={disabled}
      title={disabled ? "It is being sent now" : undefined}
      onClick={onResend}
      className={cn(
        inRow &&
          "opacity-0 focus-visible:opacity-100 disabled:opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 group-hover/row:disabled:opacity-50 pointer-coarse:opacity-100 pointer-coarse:disabled:opacity-50",
        inRow && pending && "opacity-100 disabled:opacity-100",
      )}
    >
      <RotateCw aria-hidden />
      Resend
    </Button>
  );
}
