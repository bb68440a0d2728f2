import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Facts, WideSection } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { PersonField } from "./person-field.tsx";
import { texts } from "./texts.ts";

type Erasure = Item<"/orgs/{orgId}/privacy/erasures">;

const TONES = { queued: "neutral", running: "accent", completed: "good" } as const;
/** How often an erasure that goes on is looked at. */
const POLL_MS = 2000;

const sumOf = ({ erased }: Erasure): number => Object.values(erased).reduce((sum, count) => sum + count, 0);

/** Receipts of what was erased of people. */
export function Erasures({ orgId }: { orgId: string }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"erase" | Erasure | null>(null);
	const close = () => setOpen(null);
	const pages = useInfiniteQuery({
		...readPages("/orgs/{orgId}/privacy/erasures", { path: { orgId } }),
		refetchInterval: ({ state }) =>
			state.data?.pages.some((page) => page.data.some((each) => each.state !== "completed")) ? POLL_MS : false,
	});

	const columns: readonly Column<Erasure>[] = [
		{ name: "name", title: own.person, cell: ({ userId }) => <code>{userId}</code> },
		{
			name: "state",
			title: own.state,
			cell: ({ state }) => <Badge tone={TONES[state]}>{own.erasureStates[state]}</Badge>,
		},
		{ name: "rows", title: own.erased, numeric: true, wide: true, cell: (each) => format.number(sumOf(each)) },
		{
			name: "requested",
			title: own.requested,
			wide: true,
			cell: ({ requestedAt }) => <time dateTime={requestedAt}>{format.dateTime(requestedAt)}</time>,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{own.receipt}</span>,
			cell: (each) => <Button onClick={() => setOpen(each)}>{own.receipt}</Button>,
		},
	];
	const erase = (
		<Button icon="trash" onClick={() => setOpen("erase")}>
			{own.erase}
		</Button>
	);
	return (
		<WideSection title={own.erasures} hint={own.erasuresHint} actions={erase}>
			<Table
				label={own.erasures}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="user" title={own.noErasures}>
						{own.noErasuresHint}
					</Empty>
				}
			/>
			{open === "erase" && <EraseDialog orgId={orgId} onClose={close} />}
			{open !== null && open !== "erase" && <Receipt erasure={open} onClose={close} />}
		</WideSection>
	);
}

function EraseDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	return (
		<Dialog title={own.eraseTitle} lead={own.eraseText} onClose={onClose}>
			<Form
				onSubmit={async ({ userId = "", confirm = "", reason = "" }) => {
					const body = { userId, confirm: confirm.trim(), reason: reason.trim() || null };
					await unwrap(api.POST("/orgs/{orgId}/privacy/erasures", { params: { path: { orgId } }, body }));
					await outdate("/orgs/{orgId}/privacy/erasures", "/orgs/{orgId}/members");
					onClose();
				}}
			>
				{(busy) => (
					<>
						<PersonField orgId={orgId} />
						<TextField label={own.confirm} hint={own.confirmHint} name="confirm" autoComplete="off" required />
						<TextAreaField label={own.reason} hint={own.reasonHint} name="reason" maxLength={2000} rows={2} />
						<FormActions busy={busy} submit={own.erase} kind="danger" onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** What was erased of a person, and what stays and why. */
function Receipt({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const { id, reason, completedAt, erased, kept } = erasure;
	return (
		<Dialog title={own.receipt} lead={id} onClose={onClose}>
			<div className="receipt">
				<Facts
					facts={[
						[own.completed, completedAt ? format.dateTime(completedAt) : own.erasureStates[erasure.state]],
						...(reason ? [[own.reason, reason] as const] : []),
						...Object.entries(erased).map(([what, count]) => [what, format.number(count)] as const),
					]}
				/>
				{kept.length > 0 && (
					<>
						<h3>{own.kept}</h3>
						<ul lang="en">
							{kept.map(({ what, because }) => (
								<li key={what}>
									<strong>{what}</strong>: {because}
								</li>
							))}
						</ul>
					</>
				)}
			</div>
		</Dialog>
	);
}
