"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { ROLE_NOUN } from "@/components/members/role-words";
import { useMe } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { Role } from "@/lib/kernel/vocabulary";
import type { Member, RemovedMember } from "@/lib/nouns/members/schemas";

/** Changes a member's role or removes them, each after a question that states the consequence. */
export function useMemberChange(projectID: string, member: Member) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const isMe = useMe()?.uid === member.uid;
  const name = member.name || member.email;
  const path = { projectID, memberID: member.uid };
  const MEMBER = "/v1/projects/{projectID}/members/{memberID}";

  const mutation = useMutation({
    mutationFn: (role: Role | null) =>
      unwrap(
        role === null
          ? api.DELETE(MEMBER, { params: { path } })
          : api.PUT(MEMBER, { params: { path }, body: { role } }),
      ),
    onSuccess: async (changed, role) => {
      if (role !== null) toast.success(`${name} is ${ROLE_NOUN[role]} now`);
      else toast.success(`${name} was removed`, { description: told(changed) });
      await client.invalidateQueries({ queryKey: isMe ? [] : ["projects", projectID] });
    },
    onError: (error) => tellError(`${name} was not changed`, error),
  });

  const changeRole = async (role: Role) => {
    const yes = await confirm({
      title: `Make ${name} ${ROLE_NOUN[role]}?`,
      consequence: `It counts from their next request on.${isMe ? " This is you: only another admin can give the role back." : ""}`,
      action: "Change role",
      danger: isMe,
    });
    if (yes) mutation.mutate(role);
  };

  const remove = async () => {
    const yes = await confirm({
      title: `Remove ${name}?`,
      consequence: isMe
        ? `This is you: you cannot use this project any more. Only another admin can let you in again.${keysEnd(member.api_keys, "you")}`
        : `${member.email} cannot use this project from their next request on. Their account stays; invite them to let them in again.${keysEnd(member.api_keys, "they")}`,
      action: "Remove",
      danger: true,
    });
    if (yes) mutation.mutate(null);
  };

  return { changeRole, remove, pending: mutation.isPending };
}

/** What happens to the keys that a person made, as the last sentence of a question. */
export function keysEnd(count: number, who: "you" | "they"): string {
  if (count === 0) return "";
  const keys = count === 1 ? `The API key that ${who} made is` : `The ${count} API keys that ${who} made are`;
  return ` ${keys} revoked: programs that use ${count === 1 ? "it" : "them"} get 401.`;
}

function told(changed: Member | RemovedMember): string | undefined {
  const count = "revoked_api_keys" in changed ? changed.revoked_api_keys : 0;
  return count === 0 ? undefined : `${count} API ${count === 1 ? "key was" : "keys were"} revoked.`;
}
