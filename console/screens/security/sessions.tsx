import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Section } from "../../ui/section.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Session = Item<"/auth/sessions">;

const deviceOf = ({ device }: Session): string =>
	device?.name ?? [device?.browser, device?.os ?? device?.platform].filter(Boolean).join(" · ");

/** Where the person is signed in. */
export function Sessions() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const pages = useInfiniteQuery(readPages("/auth/sessions", {}));
	const [open, setOpen] = useState<"others" | Session | null>(null);
	const hasOthers = pages.data?.pages.some(({ data }) => data.some(({ current }) => !current)) === true;
	const nameOf = (session: Session) => deviceOf(session) || own.unknownDevice;
	const columns: readonly Column<Session>[] = [
		{
			name: "name",
			title: own.device,
			cell: (session) => (
				<span className="identity">
					<span>
						<strong>
							{nameOf(session)}
							{session.current && <Badge tone="accent">{own.thisOne}</Badge>}
						</strong>
						<small>{session.ip}</small>
					</span>
				</span>
			),
		},
		{
			name: "since",
			title: own.signedIn,
			wide: true,
			cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
		},
		{
			name: "seen",
			title: own.lastSeen,
			wide: true,
			cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{format.ago(lastSeenAt)}</time>,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (session) =>
				!session.current && (
					<IconButton icon="logout" label={own.endNamed(nameOf(session))} onClick={() => setOpen(session)} />
				),
		},
	];
	const ended = async () => {
		await outdate("/auth/sessions");
		toast(own.ended);
	};
	return (
		<Section
			title={own.sessions}
			hint={own.sessionsHint}
			actions={
				hasOthers && (
					<Button icon="logout" onClick={() => setOpen("others")}>
						{own.endOthers}
					</Button>
				)
			}
		>
			<Table label={own.sessions} columns={columns} pages={pages} idOf={({ id }) => id} empty={null} />
			{open === "others" && (
				<ConfirmDialog
					title={own.endOthers}
					text={own.endOthersText}
					action={own.endOthers}
					onClose={() => setOpen(null)}
					onConfirm={async () => {
						await unwrap(api.DELETE("/auth/sessions"));
						await ended();
					}}
				/>
			)}
			{open !== null && open !== "others" && (
				<ConfirmDialog
					title={own.endNamed(nameOf(open))}
					text={own.endText}
					action={own.end}
					onClose={() => setOpen(null)}
					onConfirm={async () => {
						await unwrap(api.DELETE("/auth/sessions/{sessionId}", { params: { path: { sessionId: open.id } } }));
						await ended();
					}}
				/>
			)}
		</Section>
	);
}
