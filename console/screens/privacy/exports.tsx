import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { pace } from "../../api/pace.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useAction } from "../../ui/use-action.ts";
import { PersonField } from "./person-field.tsx";
import { texts } from "./texts.ts";

type Export = Item<"/orgs/{orgId}/privacy/exports">;
type Subject = "member" | "address" | "organization";

const TONES = { queued: "neutral", running: "accent", ready: "good", failed: "danger", expired: "neutral" } as const;
/** How often an archive that is being built is looked at. */
const POLL_MS = 2000;

/** Archives of what is kept about a person, or of the whole organization. */
export function Exports({ orgId }: { orgId: string }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	const { problem, run } = useAction();
	const path = { orgId };
	const pages = useInfiniteQuery({
		...readPages("/orgs/{orgId}/privacy/exports", { path }),
		refetchInterval: ({ state }) =>
			state.data?.pages.some((page) => page.data.some((each) => each.state === "queued" || each.state === "running"))
				? pace(POLL_MS)
				: false,
	});

	async function download(exportId: string): Promise<void> {
		const params = { path: { orgId, exportId } };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/privacy/exports/{exportId}/tickets", { params }));
		location.assign(data.url);
	}

	const columns: readonly Column<Export>[] = [
		{
			name: "name",
			title: own.subject,
			cell: ({ subject, userId, requestedAt }) => (
				<span className="identity">
					<span>
						<strong>{own.subjects[subject]}</strong>
						<small>{userId ?? format.dateTime(requestedAt)}</small>
					</span>
				</span>
			),
		},
		{
			name: "state",
			title: own.state,
			cell: ({ state, progress, failure }) => (
				<span className="badges" title={failure ?? undefined}>
					<Badge tone={TONES[state]}>{own.exportStates[state]}</Badge>
					{state === "running" && <span>{format.percent(progress)}</span>}
				</span>
			),
		},
		{
			name: "size",
			title: own.size,
			numeric: true,
			wide: true,
			cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : format.bytes(sizeBytes)),
		},
		{
			name: "expires",
			title: own.expires,
			wide: true,
			cell: ({ expiresAt }) => expiresAt && <time dateTime={expiresAt}>{format.date(expiresAt)}</time>,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{own.download}</span>,
			cell: ({ id, state }) =>
				state === "ready" && (
					<Button icon="download" onClick={() => void run(() => download(id))}>
						{own.download}
					</Button>
				),
		},
	];
	const request = (
		<Button icon="plus" onClick={() => setIsOpen(true)}>
			{own.request}
		</Button>
	);
	return (
		<WideSection title={own.exports} hint={own.exportsHint} actions={request}>
			{problem && <Notice kind="danger">{problem.message}</Notice>}
			<Table
				label={own.exports}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="archive" title={own.noExports}>
						{own.noExportsHint}
					</Empty>
				}
			/>
			{isOpen && <ExportDialog orgId={orgId} onClose={() => setIsOpen(false)} />}
		</WideSection>
	);
}

function ExportDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [of, setOf] = useState<Subject>("member");

	async function request({ userId = "", email = "" }: Values): Promise<void> {
		const subject = of === "organization" ? of : of === "member" ? { userId } : { email };
		const params = { path: { orgId } };
		await unwrap(api.POST("/orgs/{orgId}/privacy/exports", { params, body: { subject } }));
		await outdate("/orgs/{orgId}/privacy/exports");
		onClose();
	}

	return (
		<Dialog title={own.request} lead={own.requestText} onClose={onClose}>
			<Form onSubmit={request}>
				{(busy) => (
					<>
						<SelectField
							label={own.subject}
							name="subject"
							options={Object.entries(own.choices)}
							value={of}
							onChange={({ currentTarget }) => setOf(currentTarget.value as Subject)}
						/>
						{of === "member" && <PersonField orgId={orgId} />}
						{of === "address" && (
							<TextField
								label={own.address}
								hint={own.addressHint}
								name="email"
								path="/subject/email"
								type="email"
								autoComplete="off"
								required
							/>
						)}
						<FormActions busy={busy} submit={own.request} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
