import { CHART_LOOK, type ChartName } from "@/components/stats/chart-names";
import { cn } from "@/components/ui/class-names";

type ChartChoiceProps = { charts: readonly ChartName[]; chart: ChartName; onChoose: (chart: ChartName) => void };

/** Chooses what the chart shows. */
export function ChartChoice({ charts, chart, onChoose }: ChartChoiceProps) {
  return (
    <fieldset className="-my-0.5 flex flex-wrap gap-0.5 text-sm">
      <legend className="sr-only">Chart</legend>
      {charts.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chart}
          title={CHART_LOOK[name].meaning}
          onClick={() => onChoose(name)}
          className={cn(
            "h-6 rounded px-1.5 text-ink-muted hover:text-ink pointer-coarse:h-9 pointer-coarse:px-2",
            name === chart && "bg-discarded-soft font-medium text-ink",
          )}
        >
          {CHART_LOOK[name].word}
        </button>
      ))}
    </fieldset>
  );
}
