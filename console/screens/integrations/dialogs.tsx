import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
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
export function EditDialog({
	orgId,
	integrationId,
	onClose,
}: {
	orgId: string;
	integrationId: string;
	onClose: () => void;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const path = { orgId, integrationId };
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/integrations/{integrationId}", { path }));
	const [isOutdated, setIsOutdated] = useState(false);

	async function save(integration: Integration, version: string, values: Values): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		const body = patchOf(integration, values);
		try {
			await unwrap(api.PATCH("/orgs/{orgId}/integrations/{integrationId}", { params, body }));
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			await refetch();
			setIsOutdated(true);
			return;
		}
		await outdate("/orgs/{orgId}/integrations", "/orgs/{orgId}/integrations/{integrationId}");
		onClose();
		toast(t.common.saved);
	}
	return (
		<Dialog title={data?.data.name ?? own.edit} width="wide" onClose={onClose}>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<Form key={data.version} onSubmit={(values) => save(data.data, data.version, values)}>
					{(busy) => (
						<>
							{data.data.makerState !== "active" && <Notice kind="warning">{t.makers.lead}</Notice>}
							<Fields of={data.data} />
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
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
