import { Step } from "@/components/connect/step";
import type { GuideStep } from "@/components/guide/guide-steps";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** A step with the way to it, as long as it is not done. */
export function GuideListStep({ step: { title, why, isDone, href, action } }: { step: GuideStep }) {
  if (isDone) return <Step title={title} state="done" />;
  return (
    <Step
      title={title}
      state="next"
      why={why}
      action={
        <Button asChild size="sm">
          <Link href={href}>{action}</Link>
        </Button>
      }
    />
  );
}
