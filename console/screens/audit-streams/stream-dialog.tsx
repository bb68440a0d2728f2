import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import type { Stream } from "./streams.tsx";
import { texts } from "./texts.ts";

const CATEGORIES = ["organization", "member", "auth", "security", "system"] as const;

/** The port that syslog over TLS has of its own. */
const SYSLOG_PORT = 6514;

/** Creates a stream, or changes one; its kind stays. */
export function StreamDialog({
	orgId,
	stream,
	onClose,
	onSaved,
}: {
	orgId: string;
	stream?: Stream;
	onClose: () => void;
	/** @param secret of a webhook that was created; null: there is none to show */
	onSaved: (secret: string | null) => void;
}) {
	const own = useOwnTexts(texts);
	const [type, setType] = useState<Stream["type"]>(stream?.type ?? "webhook");

	async function save({ name = "", url = "", host = "", port, caCertificates = "", ...values }: Values): Promise<void> {
		const chosen = CATEGORIES.filter((each) => `category/${each}` in values);
		const receiver =
			type === "webhook" ? { url } : { host, port: Number(port), caCertificates: caCertificates.trim() || null };
		const body = { name, ...receiver, categories: chosen.length === CATEGORIES.length ? null : chosen };
		if (stream) {
			const params = { path: { orgId, streamId: stream.id } };
			await unwrap(api.PATCH("/orgs/{orgId}/audit-streams/{streamId}", { params, body }));
			await outdate("/orgs/{orgId}/audit-streams");
			return onSaved(null);
		}
		const params = { path: { orgId } };
		const { data } = await unwrap(api.POST("/orgs/{orgId}/audit-streams", { params, body: { ...body, type } }));
		await outdate("/orgs/{orgId}/audit-streams");
		onSaved(data.secret);
	}

	return (
		<Dialog title={stream ? own.edit : own.add} lead={own.text} onClose={onClose}>
			<Form onSubmit={save}>
				{(busy) => (
					<>
						<TextField
							label={own.name}
							name="name"
							maxLength={128}
							autoComplete="off"
							defaultValue={stream?.name}
							required
						/>
						{!stream && (
							<SelectField
								label={own.kind}
								name="type"
								options={Object.entries(own.kinds)}
								value={type}
								onChange={({ currentTarget }) => setType(currentTarget.value as Stream["type"])}
							/>
						)}
						{type === "webhook" ? (
							<TextField
								label={own.url}
								hint={own.urlHint}
								name="url"
								type="url"
								defaultValue={stream?.url ?? ""}
								required
							/>
						) : (
							<>
								<TextField label={own.host} name="host" autoComplete="off" defaultValue={stream?.host ?? ""} required />
								<TextField
									label={own.port}
									name="port"
									type="number"
									min={1}
									max={65_535}
									defaultValue={stream?.port ?? SYSLOG_PORT}
									required
								/>
								<TextAreaField
									label={own.certificates}
									hint={own.certificatesHint}
									name="caCertificates"
									rows={3}
									spellCheck={false}
									defaultValue={stream?.caCertificates ?? ""}
								/>
							</>
						)}
						<fieldset className="fields">
							<legend>{own.entries}</legend>
							<div className="lines">
								{CATEGORIES.map((each) => (
									<SwitchField
										key={each}
										label={own.categories[each]}
										name={`category/${each}`}
										defaultChecked={stream?.categories?.includes(each) ?? true}
									/>
								))}
							</div>
						</fieldset>
						<FormActions busy={busy} submit={stream ? own.save : own.add} onCancel={onClose} />
					</>
				)}
			</Form>
		</Dialog>
	);
}
