"use client";

import { useParams } from "next/navigation";
import { ROLE_CHOICES } from "@/components/members/role-words";
import { useMemberChange } from "@/components/members/use-member-change";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { ROLES } from "@/lib/kernel/vocabulary";
import type { Member } from "@/lib/nouns/members/schemas";

export function MemberRole({ member }: { member: Member }) {
  const { projectID } = useParams<{ projectID: string }>();
  const { changeRole, pending } = useMemberChange(projectID, member);
  if (member.is_owner) return <span title="The installation's owner is admin of every project.">Owner</span>;
  return (
    <Select
      aria-label={`Role of ${member.name || member.email}`}
      value={member.role}
      disabled={pending}
      onChange={({ target }) => {
        const role = ROLES.find((one) => one === target.value);
        if (role) void changeRole(role);
      }}
      className="h-7 w-28"
    >
      {ROLE_CHOICES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

export function RemoveMember({ member }: { member: Member }) {
  const { projectID } = useParams<{ projectID: string }>();
  const { remove, pending } = useMemberChange(projectID, member);
  if (member.is_owner) return null;
  return (
    <Button
      size="sm"
      pending={pending}
      aria-label={`Remove ${member.name || member.email}`}
      onClick={() => void remove()}
    >
      Remove
    </Button>
  );
}
