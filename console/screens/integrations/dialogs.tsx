import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toasts.tsx";
import { definitionOf, type Integration, patchOf } from "./definition.ts";
import { texts } from "./texts.ts";

/** Registers a platform. */
export function CreateDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
	const own = useOwnTexts(texts);
	async function create(values: Values): Promise<void> {
		const body = { type: values.type as Integration["type"], ...definitionOf(values) };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/integrations", { params: { path: { orgId } }, body }));
		await outdate("/orgs/{orgId}/integrations");
		onClose();
		toast(own.created(data.name));
	}
	return (
		<Dialog title={own.create} lead={own.createLead} width="wide" onClose={onClose}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<SelectField label={own.type} name="type" options={Object.entries(own.types)} />
						<Fields />
						<FormActions busy={busy} submit={own.create} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}

/** Changes what is known of a platform. */
export function ChangeDialog({
	orgId,
	integrationId,
	name,
	onClose,
}: {
	orgId: string;
	integrationId: string;
	name: string;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const path = { orgId, integrationId };
	const found = useQuery(readVersioned("/orgs/{orgId}/integrations/{integrationId}", { path }));
	async function save(values: Values, integration: Integration, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		const body = patchOf(integration, values);
		await unwrap(api.PATCH("/orgs/{orgId}/integrations/{integrationId}", { params, body }));
		await outdate("/orgs/{orgId}/integrations", "/orgs/{orgId}/integrations/{integrationId}");
	}
	return (
		<EditDialog title={name} width="wide" found={found} onSave={save} onClose={onClose}>
			{(integration) => (
				<>
					{integration.makerState !== "active" && <Notice kind="warning">{t.makers.lead}</Notice>}
					<Fields of={integration} />
				</>
			)}
		</EditDialog>
	);
}

function Fields({ of: integration }: { of?: Integration }) {
	const own = useOwnTexts(texts);
	const shared = { autoComplete: "off", spellCheck: false, required: true } as const;
	return (
		<>
			<TextField
				{...shared}
				label={own.name}
				name="name"
				placeholder="Moodle"
				defaultValue={integration?.name}
				maxLength={128}
			/>
			<TextField
				{...shared}
				label={own.issuer}
				hint={own.issuerHint}
				name="issuer"
				type="url"
				placeholder="https://moodle.example"
				defaultValue={integration?.issuer}
				maxLength={2048}
			/>
			<TextField
				{...shared}
				label={own.clientId}
				hint={own.clientIdHint}
				name="clientId"
				defaultValue={integration?.clientId}
				maxLength={255}
			/>
			<TextAreaField
				{...shared}
				label={own.deployments}
				hint={own.deploymentsHint}
				name="deploymentIds"
				defaultValue={integration?.deploymentIds.join("\n")}
				rows={1}
			/>
			<TextField
				{...shared}
				label={own.authorization}
				hint={own.authorizationHint}
				name="authorizationEndpoint"
				type="url"
				placeholder="https://moodle.example/mod/lti/auth.php"
				defaultValue={integration?.authorizationEndpoint}
				maxLength={2048}
			/>
			<TextField
				{...shared}
				label={own.jwks}
				hint={own.jwksHint}
				name="jwksUri"
				type="url"
				placeholder="https://moodle.example/mod/lti/certs.php"
				defaultValue={integration?.jwksUri}
				maxLength={2048}
			/>
		</>
	);
}
