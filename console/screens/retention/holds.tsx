import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Item, outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField } from "../../ui/field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { WideSection } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FormerTexts } from "../legal-holds/former-texts.tsx";
import { HoldDialog } from "./hold-dialog.tsx";
import { texts } from "./texts.ts";

type Hold = Item<"/orgs/{orgId}/legal-holds">;

/** What must not be deleted, whatever its period. */
export function Holds({ orgId }: { orgId: string }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const [open, setOpen] = useState<"place" | Hold | null>(null);
	const pages = useInfiniteQuery(readPages("/orgs/{orgId}/legal-holds", { path: { orgId } }));
	const close = () => setOpen(null);

	const columns: readonly Column<Hold>[] = [
		{
			name: "name",
			title: own.holdName,
			cell: ({ name, matter }) => (
				<span className="identity">
					<span>
						<strong>{name}</strong>
						{matter !== null && <small>{matter}</small>}
					</span>
				</span>
			),
		},
		{
			name: "scope",
			title: own.scope,
			wide: true,
			cell: ({ scope, from, to }) =>
				[own.scopes[scope], from && own.from(format.date(from)), to && own.until(format.date(to))]
					.filter(Boolean)
					.join(", "),
		},
		{
			name: "state",
			title: own.state,
			cell: ({ state, placedAt, releasedAt }) => (
				<span title={format.dateTime(releasedAt ?? placedAt)}>
					<Badge tone={state === "active" ? "warning" : "neutral"}>{own.holdStates[state]}</Badge>
				</span>
			),
		},
		{
			name: "placed",
			title: own.placed,
			wide: true,
			cell: ({ placedAt }) => <time dateTime={placedAt}>{format.date(placedAt)}</time>,
		},
		{
			name: "actions",
			title: <span className="visually-hidden">{t.common.actionsColumn}</span>,
			cell: (hold) =>
				hold.state === "active" && (
					<span className="row-actions">
						<FormerTexts orgId={orgId} hold={hold} />
						<Button onClick={() => setOpen(hold)}>{own.release}</Button>
					</span>
				),
		},
	];
	const place = (
		<Button icon="plus" onClick={() => setOpen("place")}>
			{own.place}
		</Button>
	);
	return (
		<WideSection title={own.holds} hint={own.holdsHint} actions={place}>
			<Table
				label={own.holds}
				columns={columns}
				pages={pages}
				idOf={({ id }) => id}
				empty={
					<Empty icon="lock" title={own.noHolds}>
						{own.noHoldsHint}
					</Empty>
				}
			/>
			{open === "place" && <HoldDialog orgId={orgId} onClose={close} />}
			{open !== null && open !== "place" && (
				<Dialog title={own.releaseTitle(open.name)} lead={own.releaseText} onClose={close}>
					<Form
						onSubmit={async ({ reason = "" }) => {
							const params = { path: { orgId, holdId: open.id } };
							const body = { reason: reason.trim() || null };
							await unwrap(api.POST("/orgs/{orgId}/legal-holds/{holdId}/release", { params, body }));
							await outdate("/orgs/{orgId}/legal-holds");
							close();
							toast(own.released(open.name));
						}}
					>
						{(busy) => (
							<>
								<TextAreaField label={own.reason} name="reason" maxLength={2000} rows={3} />
								<FormActions busy={busy} submit={own.release} kind="danger" onCancel={close} />
							</>
						)}
					</Form>
				</Dialog>
			)}
		</WideSection>
	);
}
