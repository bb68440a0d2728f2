import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Checks, ChecksField, chosenOf } from "../../ui/checks.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
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
		await outdate("/orgs/{orgId}/api-keys");
		onCreated(data.name, data.key);
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
export function EditDialog({
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
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/api-keys/{keyId}", { path }));
	const [isOutdated, setIsOutdated] = useState(false);

	async function save(key: Key, version: string, values: Values): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		try {
			await unwrap(api.PATCH("/orgs/{orgId}/api-keys/{keyId}", { params, body: patchOf(key, values) }));
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			await refetch();
			setIsOutdated(true);
			return;
		}
		await outdate("/orgs/{orgId}/api-keys", "/orgs/{orgId}/api-keys/{keyId}");
		onClose();
		toast(t.common.saved);
	}

	return (
		<Dialog title={name} lead={own.editLead} width="wide" onClose={onClose}>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<>
					{data.data.makerState !== "active" && <Notice kind="warning">{t.makers.lead}</Notice>}
					<Form key={data.version} onSubmit={(values) => save(data.data, data.version, values)}>
						{(busy) => (
							<>
								<Fields of={data.data} />
								<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
							</>
						)}
					</Form>
				</>
			)}
		</Dialog>
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
