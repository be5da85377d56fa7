"use client";

import { ArrowDown, ArrowUp, type LucideIcon } from "lucide-react";
import { type MouseEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { PopoverContent } from "@/components/ui/popover";
import type { ChosenColumns } from "@/components/views/use-column-choice";

type ColumnsProps = { columns: ChosenColumns };

/** Every column there is, to be shown or not, and its place among those that are shown. */
export function ColumnsContent({ columns }: ColumnsProps) {
  return (
    <PopoverContent aria-label="Columns" align="end" className="w-72">
      <ColumnList columns={columns} />
    </PopoverContent>
  );
}

/** While it is open, only moving a column changes its place in the list, so that the focus stays where it is. */
function ColumnList({ columns: { choices, chosen, isUsual, choose } }: ColumnsProps) {
  const listed = (ids: readonly string[]) => [...ids, ...choices.map(({ id }) => id).filter((id) => !ids.includes(id))];
  const [order, setOrder] = useState(() => listed(chosen));
  const find = (id: string) => choices.find((one) => one.id === id);

  const toggle = (id: string) => {
    const isChosen = (one: string) => (one === id ? !chosen.includes(id) : chosen.includes(one));
    choose(order.filter(isChosen));
  };
  const move = (id: string, by: 1 | -1, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const neighbour = chosen[chosen.indexOf(id) + by];
    if (neighbour === undefined) return;
    const moved = order.filter((one) => one !== id).toSpliced(order.indexOf(neighbour), 0, id);
    setOrder(moved);
    choose(moved.filter((one) => chosen.includes(one)));
    // A button that was moved in the page has lost the focus.
    setTimeout(() => currentTarget.focus());
  };
  const reset = () => {
    setOrder(listed(choices.filter((one) => one.isUsual).map(({ id }) => id)));
    choose([]);
  };

  return (
    <>
      <ul className="max-h-[60vh] overflow-y-auto">
        {order.map((id) => {
          const { name = id, isFixed = false } = find(id) ?? {};
          const isChosen = chosen.includes(id);
          return (
            <li key={id} className="flex items-center rounded pr-1 hover:bg-hover">
              <ColumnCheckbox name={name} isChosen={isChosen} isFixed={isFixed} onChange={() => toggle(id)} />
              {isChosen && (
                <>
                  <MoveButton
                    icon={ArrowUp}
                    name={`Move ${name} to the left`}
                    isAtEnd={id === chosen[0]}
                    onMove={(event) => move(id, -1, event)}
                  />
                  <MoveButton
                    icon={ArrowDown}
                    name={`Move ${name} to the right`}
                    isAtEnd={id === chosen.at(-1)}
                    onMove={(event) => move(id, 1, event)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <div className="mt-1 border-t pt-1">
        <Button variant="ghost" size="sm" className="w-full" disabled={isUsual} onClick={reset}>
          Usual columns
        </Button>
      </div>
    </>
  );
}

type ColumnCheckboxProps = { name: string; isChosen: boolean; isFixed: boolean; onChange: () => void };

function ColumnCheckbox({ name, isChosen, isFixed, onChange }: ColumnCheckboxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex h-8 min-w-0 flex-1 items-center gap-2 px-2 text-sm pointer-coarse:h-11">
      <Checkbox
        id={id}
        checked={isChosen}
        disabled={isFixed}
        title={isFixed ? "It opens the row, so it stays" : undefined}
        onChange={onChange}
      />
      <span className="truncate">{name}</span>
    </label>
  );
}

type MoveButtonProps = {
  icon: LucideIcon;
  name: string;
  /** It stays focusable there, since it may have the focus. */
  isAtEnd: boolean;
  onMove: (event: MouseEvent<HTMLButtonElement>) => void;
};

function MoveButton({ icon: Icon, name, isAtEnd, onMove }: MoveButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={name} aria-disabled={isAtEnd} onClick={onMove}>
      <Icon aria-hidden />
    </Button>
  );
}
