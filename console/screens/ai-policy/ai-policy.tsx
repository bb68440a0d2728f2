import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { isUsable, type Policy, type Provider, patchOf, rankName, TASKS, type Task } from "./policy.ts";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/o/$orgId/settings/ai");
const POLICY = "/orgs/{orgId}/ai-policy";

/** What providers may see of the organization. */
export function AiPolicy() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const path = { orgId };
	const { data, error, refetch, dataUpdatedAt } = useQuery(readVersioned(POLICY, { path }));
	const providers = useQuery(read("/configurations/ai-providers", {}));
	const failure = error ?? providers.error;
	return (
		<Page title={own.title} lead={own.lead}>
			{data && providers.data ? (
				<SettingsForm
					version={dataUpdatedAt}
					patchOf={(values) => patchOf(data.data, values)}
					onSave={async (body) => {
						const params = { path, header: { "If-Match": data.version } };
						await unwrap(api.PATCH(POLICY, { params, body }));
						await refetch();
					}}
					onOutdated={refetch}
				>
					<fieldset className="settings-fields" disabled={!may("org:write")}>
						<legend className="visually-hidden">{own.title}</legend>
						{TASKS.map((task) => (
							<TaskSection key={task} task={task} policy={data.data[task]} providers={providers.data[task]} />
						))}
					</fieldset>
				</SettingsForm>
			) : failure ? (
				<Failure error={failure} onRetry={() => Promise.all([refetch(), providers.refetch()])} />
			) : (
				<Loading />
			)}
		</Page>
	);
}

function TaskSection({
	task,
	policy,
	providers,
}: {
	task: Task;
	policy: Policy[Task];
	providers: readonly Provider[];
}) {
	const own = useOwnTexts(texts);
	return (
		<Section title={own.tasks[task]} hint={own.contents[task]}>
			{!providers.some((each) => isUsable(policy, each)) && <Notice kind="warning">{own.lacking}</Notice>}
			<SwitchField
				label={own.external}
				hint={own.externalHint}
				name={`${task}/allowExternal`}
				defaultChecked={policy.allowExternal}
			/>
			<fieldset className="checks">
				<legend>{own.providers}</legend>
				<p className="field-hint">{own.providersHint}</p>
				<div className="field-grid">
					{providers.map((provider) => (
						<Rank key={provider.provider} task={task} policy={policy} provider={provider} of={providers.length} />
					))}
				</div>
			</fieldset>
			<TextField
				label={own.languages}
				hint={own.languagesHint}
				name={`${task}/languages`}
				defaultValue={policy.languages.join(", ")}
				autoComplete="off"
			/>
		</Section>
	);
}

/** As which choice a provider is used, and what becomes of the data there. */
function Rank({
	task,
	policy: { providers, allowExternal },
	provider: { provider, available, external },
	of,
}: {
	task: Task;
	policy: Policy[Task];
	provider: Provider;
	of: number;
}) {
	const own = useOwnTexts(texts);
	const at = (providers as readonly string[]).indexOf(provider);
	const choices = Array.from({ length: of }, (_, index) => [String(index + 1), own.choice(index + 1)] as const);
	const there = external ? (allowExternal ? own.outside : own.forbidden) : own.inside;
	return (
		<SelectField
			label={provider}
			hint={available ? there : own.unavailable}
			name={rankName(task, provider)}
			defaultValue={at === -1 ? "" : String(at + 1)}
			options={[["", own.notChosen], ...choices]}
		/>
	);
}
