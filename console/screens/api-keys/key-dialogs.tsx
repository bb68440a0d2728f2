import { useQuery } from "@tanstack/react-query";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Checks, ChecksField, chosenOf } from "../../ui/checks.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { accessOf, RESOURCES, type Scope, scopesOf } from "./scopes.ts";
import { texts } from "./texts.ts";

type Key = Answer<"/orgs/{orgId}/api-keys/{keyId}">;
type Patch = components["schemas"]["UpdateApiKeyRequestBody"];

/** The day of an instant here, as a date field has it. */
const dayOf = (at: Date): string =>
	[at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
const expiryOf = (key: Key | undefined): string => (key?.expiresAt ? dayOf(new Date(key.expiresAt)) : "");

/** What was typed, as the API wants it. */
const definitionOf = ({ name = "", expiresAt, allowedIps = "", ...values }: Values) => ({
	name: name.trim(),
	scopes: chosenOf(values, "scopes") as Scope[],
	allowedIps: allowedIps.split(/[\s,]+/u).filter(Boolean),
	expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59.999`).toISOString() : null,
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((each) => other.includes(each));

/** What differs from the key as it was read. */
function patchOf(key: Key, values: Values): Patch {
	const { name, scopes, allowedIps, expiresAt } = definitionOf(values);
	return {
		...(name !== key.name && { name }),
		...(!isSame(scopes, key.scopes) && { scopes }),
		...(!isSame(allowedIps, key.allowedIps) && { allowedIps }),
		...((values.expiresAt ?? "") !== expiryOf(key) && { expiresAt }),
	};
}

/** Creates a key. */
export function CreateDialog({
	orgId,
	onCreated,
	onClose,
}: {
	orgId: string;
	onCreated: (name: string, key: string) => void;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	async function create(values: Values): Promise<void> {
		const init = { params: { path: { orgId } }, body: definitionOf(values) };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/api-keys", init));
		onCreated(data.name, data.key);
		await outdate("/orgs/{orgId}/api-keys");
	}
	return (
		<Dialog title={own.create} lead={own.createLead} width="wide" onClose={onClose}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<Fields />
						<FormActions busy={busy} submit={own.create} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** Changes a key, but not its secret. */
export function ChangeDialog({
	orgId,
	keyId,
	name,
	onClose,
}: {
	orgId: string;
	keyId: string;
	name: string;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const path = { orgId, keyId };
	const found = useQuery(readVersioned("/orgs/{orgId}/api-keys/{keyId}", { path }));
	async function save(values: Values, key: Key, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PATCH("/orgs/{orgId}/api-keys/{keyId}", { params, body: patchOf(key, values) }));
		await outdate("/orgs/{orgId}/api-keys", "/orgs/{orgId}/api-keys/{keyId}");
	}
	return (
		<EditDialog title={name} lead={own.editLead} width="wide" found={found} onSave={save} onClose={onClose}>
			{(key) => (
				<>
					{key.makerState !== "active" && <Notice kind="warning">{t.makers.lead}</Notice>}
					<Fields of={key} />
				</>
			)}
		</EditDialog>
	);
}

function Fields({ of: key }: { of?: Key }) {
	const own = useOwnTexts(texts);
	const may = useMay();
	// Nobody can give what they lack; a key can have more.
	const isOffered = (scope: Scope) => may(scope) || key?.scopes.includes(scope) === true;
	return (
		<>
			<TextField
				label={own.name}
				hint={own.nameHint}
				name="name"
				defaultValue={key?.name}
				maxLength={128}
				autoComplete="off"
				required
			/>
			<ChecksField label={own.scopes} hint={own.scopesHint} name="scopes">
				{RESOURCES.map((resource) => {
					const offered = scopesOf(resource, isOffered);
					return (
						offered.length > 0 && (
							<Checks
								key={resource}
								label={own.resources[resource]}
								name="scopes"
								options={offered.map((scope) => [scope, own.access[accessOf(scope)]])}
								chosen={key?.scopes ?? []}
							/>
						)
					);
				})}
			</ChecksField>
			<TextField
				label={own.expires}
				hint={own.expiresHint}
				name="expiresAt"
				type="date"
				defaultValue={expiryOf(key)}
				{...(expiryOf(key) === "" && { min: dayOf(new Date()) })}
			/>
			<TextAreaField
				label={own.addresses}
				hint={own.addressesHint}
				name="allowedIps"
				defaultValue={key?.allowedIps.join("\n")}
				autoComplete="off"
				spellCheck={false}
				rows={2}
			/>
		</>
	);
}
