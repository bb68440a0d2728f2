import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { type Answer, outdate, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Kinds = Answer<"/notifications/preferences">["kinds"];

const CHANNELS = ["inApp", "mail"] as const;

/** What differs from the preferences as they were read, and nothing else. */
function patchOf(kinds: Kinds, values: Values): { [K in keyof Kinds]?: Partial<Kinds[K]> } {
	const changes = Object.entries(kinds).map(([kind, chosen]) => {
		const changed = CHANNELS.filter((channel) => chosen[channel] !== `${kind} ${channel}` in values);
		return [kind, Object.fromEntries(changed.map((channel) => [channel, !chosen[channel]]))] as const;
	});
	return Object.fromEntries(changes.filter(([, changed]) => Object.keys(changed).length > 0));
}

/** Chooses of what one is notified, and where. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery(read("/notifications/preferences", {}));

	async function save(kinds: Kinds, values: Values): Promise<void> {
		await unwrap(api.PATCH("/notifications/preferences", { body: { kinds: patchOf(kinds, values) } }));
		await outdate("/notifications/preferences");
		toast(t.common.saved);
		onClose();
	}
	return (
		<Dialog title={own.preferences} lead={own.preferencesLead} onClose={onClose}>
			{error && !data && <Failure error={error} onRetry={refetch} />}
			{!error && !data && <Loading />}
			{data && (
				<Form onSubmit={(values) => save(data.kinds, values)}>
					{(busy) => (
						<>
							<table className="table">
								<thead>
									<tr>
										<th scope="col">{own.kind}</th>
										<th scope="col">{own.inApp}</th>
										<th scope="col">{own.mail}</th>
									</tr>
								</thead>
								<tbody>
									{Object.entries(data.kinds).map(([kind, chosen]) => (
										<tr key={kind}>
											<th scope="row">{own.kinds[kind as keyof Kinds]}</th>
											{CHANNELS.map((channel) => (
												<td key={channel}>
													<Switch
														name={`${kind} ${channel}`}
														defaultChecked={chosen[channel]}
														aria-label={`${own.kinds[kind as keyof Kinds]}: ${own[channel]}`}
													/>
												</td>
											))}
										</tr>
									))}
								</tbody>
							</table>
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}
