import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Scope = components["schemas"]["LegalHold"]["scope"];

/** What a scope names, by the member of the request. */
const NAMED = { meeting: "meetingId", person: "userId", workspace: "workspaceId" } as const;
const isNamed = (scope: Scope): scope is keyof typeof NAMED => scope in NAMED;
const FOUND = 20;

const instant = (local: string | undefined): string | null => (local ? new Date(local).toISOString() : null);

/** Places a hold. */
export function HoldDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	const [scope, setScope] = useState<Scope>("meeting");

	async function place({ name = "", matter = "", reason = "", ...values }: Values): Promise<void> {
		const id = isNamed(scope) ? { [NAMED[scope]]: values[NAMED[scope]] } : {};
		const [from, to] = [instant(values.from), instant(values.to)];
		const body = {
			name,
			matter: matter.trim() || null,
			reason: reason.trim() || null,
			...id,
			...(scope === "organization" && { scope }),
			...(from && { from }),
			...(to && { to }),
		};
		await unwrap(api.POST("/orgs/{orgId}/legal-holds", { params: { path: { orgId } }, body }));
		await outdate("/orgs/{orgId}/legal-holds", "/orgs/{orgId}/retention");
		onClose();
		toast(own.placedNow(name));
	}

	return (
		<Dialog title={own.place} lead={own.placeText} onClose={onClose}>
			<Form onSubmit={place}>
				{(busy) => (
					<>
						<TextField label={own.holdName} name="name" maxLength={128} autoComplete="off" required />
						<TextField label={own.matter} hint={own.matterHint} name="matter" maxLength={128} autoComplete="off" />
						<SelectField
							label={own.scope}
							name="scope"
							options={Object.entries(own.scopes)}
							value={scope}
							onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}
						/>
						{isNamed(scope) && <Named key={scope} orgId={orgId} scope={scope} />}
						{scope !== "meeting" && scope !== "organization" && (
							<>
								<TextField
									label={own.periodFrom}
									name="from"
									type="datetime-local"
									required={scope === "period"}
									{...(scope !== "period" && { hint: own.optional })}
								/>
								<TextField label={own.periodTo} hint={own.periodToHint} name="to" type="datetime-local" />
							</>
						)}
						<TextAreaField label={own.reason} name="reason" maxLength={2000} rows={3} />
						<FormActions busy={busy} submit={own.place} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** The meeting, person or workspace of a hold. */
function Named({ orgId, scope }: { orgId: string; scope: keyof typeof NAMED }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const [words, setWords] = useState("");
	const path = { orgId };
	const query = { limit: FOUND, ...(words && { q: words }) };
	const meetings = useQuery({ ...read("/meetings", { query }), enabled: scope === "meeting" }).data ?? [];
	const members = useQuery({ ...read("/orgs/{orgId}/members", { path, query }), enabled: scope === "person" }).data;
	const spaces = useQuery({
		...read("/orgs/{orgId}/workspaces", { path, query }),
		enabled: scope === "workspace",
	}).data;
	const choices = {
		meeting: meetings.map((each) => [each.id, `${each.title} · ${format.date(each.createdAt)}`] as const),
		person: (members ?? []).map(({ userId, name, email }) => [userId, `${name} · ${email}`] as const),
		workspace: (spaces ?? []).map(({ id, name }) => [id, name] as const),
	};
	return (
		<ChoiceField
			label={own.scopes[scope]}
			hint={own.choose}
			name={NAMED[scope]}
			choices={choices[scope]}
			unknown={own.unknown}
			onSearch={setWords}
		/>
	);
}
