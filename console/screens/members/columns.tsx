import type { components } from "#client";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Avatar, Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/table.tsx";
import { texts } from "./texts.ts";

type Member = components["schemas"]["Member"];

/** The columns of members; how they sign in shows to people who manage members. */
export function useMemberColumns(ownId: string | undefined): readonly Column<Member>[] {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();

	const columns: readonly Column<Member>[] = [
		{
			name: "name",
			title: t.members.name,
			cell: ({ userId, name, email }) => (
				<span className="identity">
					<Avatar name={name} />
					<span>
						<strong>
							{name}
							{userId === ownId && <Badge>{t.members.you}</Badge>}
						</strong>
						<small>{email}</small>
					</span>
				</span>
			),
		},
		{
			name: "role",
			title: t.members.role,
			cell: (member) => <Badge tone={member.role === "owner" ? "accent" : "neutral"}>{t.roles[member.role]}</Badge>,
		},
		{
			name: "joined",
			title: t.members.joined,
			wide: true,
			cell: ({ joinedAt }) => (
				<time dateTime={joinedAt} title={format.dateTime(joinedAt)}>
					{format.date(joinedAt)}
				</time>
			),
		},
	];
	const signIns: readonly Column<Member>[] = [
		{
			name: "seen",
			title: own.lastSeen,
			wide: true,
			cell: ({ lastSeenAt }) =>
				lastSeenAt ? (
					<time dateTime={lastSeenAt} title={format.dateTime(lastSeenAt)}>
						{format.ago(lastSeenAt)}
					</time>
				) : (
					own.noSession
				),
		},
		{
			name: "mfa",
			title: own.secondFactor,
			wide: true,
			cell: ({ mfa }) => <Badge tone={mfa ? "good" : "neutral"}>{mfa ? own.hasFactor : own.noFactor}</Badge>,
		},
	];
	return may("member:write") ? [...columns, ...signIns] : columns;
}
