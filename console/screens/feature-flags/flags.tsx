import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readPages } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SwitchField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import type { Flag } from "./definition.ts";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/system/features");

/** The feature flags of the installation: those that the program asks for, and those of the operator. */
export function Flags() {
	const own = useOwnTexts(texts);
	const [isCreating, setIsCreating] = useState(false);
	const pages = useInfiniteQuery(readPages("/configurations/feature-flags", {}));
	const columns: readonly Column<Flag>[] = [
		{
			name: "name",
			title: own.flag,
			cell: ({ key, description }) => (
				<Link className="identity" to="/system/features/$key" params={{ key }}>
					<span>
						<strong>{key}</strong>
						<small>{description}</small>
					</span>
				</Link>
			),
		},
		{
			name: "default",
			title: own.default,
			cell: ({ defaultVariant }) => (
				<Badge tone={defaultVariant === "on" ? "good" : "neutral"}>{own.variant(defaultVariant)}</Badge>
			),
		},
		{ name: "overrides", title: own.overrides, cell: (flag) => <Overrides flag={flag} /> },
	];
	return (
		<Page
			title={own.title}
			lead={own.lead}
			actions={
				<Button kind="primary" icon="plus" onClick={() => setIsCreating(true)}>
					{own.create}
				</Button>
			}
		>
			<Table label={own.title} columns={columns} pages={pages} idOf={({ key }) => key} empty={null} />
			{isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
		</Page>
	);
}

function Overrides({ flag: { killed, locked, orgTypeDefaults, rules, rollout } }: { flag: Flag }) {
	const own = useOwnTexts(texts);
	const kinds = Object.keys(orgTypeDefaults).length;
	return (
		<span className="badges">
			{killed && <Badge tone="danger">{own.killed}</Badge>}
			{locked && <Badge tone="warning">{own.locked}</Badge>}
			{kinds > 0 && <Badge>{own.kinds(kinds)}</Badge>}
			{rules !== undefined && rules.length > 0 && <Badge>{own.rules(rules.length)}</Badge>}
			{rollout && <Badge tone="accent">{own.rollout}</Badge>}
		</span>
	);
}

function CreateDialog({ onClose }: { onClose: () => void }) {
	const own = useOwnTexts(texts);
	const navigate = route.useNavigate();
	async function create({ key = "", description = "", ...values }: Values): Promise<void> {
		const defaultVariant = "on" in values ? "on" : "off";
		const body = { key, description, type: "boolean" as const, defaultVariant };
		await unwrap(api.POST("/configurations/feature-flags", { body }));
		await outdate("/configurations/feature-flags");
		await navigate({ to: "/system/features/$key", params: { key } });
	}
	return (
		<Dialog title={own.create} lead={own.createLead} onClose={onClose}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<TextField
							label={own.key}
							hint={own.keyHint}
							name="key"
							pattern="[A-Za-z][A-Za-z0-9._\-]{0,63}"
							autoComplete="off"
							required
						/>
						<TextAreaField label={own.description} name="description" maxLength={500} rows={2} />
						<SwitchField label={own.isOn} name="on" path="/defaultVariant" />
						<FormActions busy={busy} submit={own.create} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
