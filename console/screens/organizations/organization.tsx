import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Badge } from "../../ui/badge.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { changed, type Organization as Found } from "./changed.ts";
import { Access, Deletion } from "./life.tsx";
import { Owners } from "./owners.tsx";
import { Plan } from "./plan.tsx";
import { texts } from "./texts.ts";

const route = getRouteApi("/inside/system/organizations/$organizationId");

/** One organization as system administrators see it: what it is, who owns it, its plan, and its life. */
export function Organization() {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const { organizationId: orgId } = route.useParams();
	const found = useQuery(readVersioned("/orgs/{orgId}", { path: { orgId }, query: { fields: "*" } }));
	const back = (
		<p className="back">
			<Link to="/system/organizations">{own.all}</Link>
		</p>
	);
	if (found.error && !found.data)
		return (
			<Page title={own.general}>
				{back}
				<Failure error={found.error} onRetry={found.refetch} />
			</Page>
		);
	if (!found.data)
		return (
			<Page title={own.general}>
				<Loading />
			</Page>
		);
	const organization = found.data.data as Found;
	const { name, state, orgType, createdAt } = organization;
	const isThere = state === "active" || state === "suspended";
	return (
		<Page
			title={name}
			lead={
				<>
					<Badge tone={state === "active" ? "good" : "warning"}>{t.orgStates[state]}</Badge> {t.orgTypes[orgType]} ·{" "}
					{own.created(format.date(createdAt))}
				</>
			}
			actions={
				isThere && (
					<Link className="button" to="/o/$orgId" params={{ orgId }}>
						{own.enter}
					</Link>
				)
			}
		>
			{back}
			{state === "active" && (
				<General organization={organization} query={found} version={found.data.version} key={orgId} />
			)}
			{isThere && <Owners orgId={orgId} mayInvite={state === "active"} />}
			{isThere && <Plan orgId={orgId} />}
			{isThere && <Access organization={organization} />}
			<Deletion organization={organization} />
		</Page>
	);
}

function General({
	organization: { id, name, orgType, billingAccountId },
	query,
	version,
}: {
	organization: Found;
	query: { readonly dataUpdatedAt: number; readonly refetch: () => Promise<unknown> };
	version: string;
}) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const before = { name, orgType, billingAccountId };
	return (
		<SettingsForm
			version={query.dataUpdatedAt}
			patchOf={(values) =>
				Object.fromEntries(
					Object.entries(before).flatMap(([key, old]) => (values[key] === old ? [] : [[key, values[key]]])),
				)
			}
			onSave={async (body) => {
				const params = { path: { orgId: id }, header: { "If-Match": version } };
				await unwrap(api.PUT("/orgs/{orgId}", { params, body }));
				await changed();
			}}
			onOutdated={query.refetch}
		>
			<Section title={own.general} hint={own.generalHint}>
				<TextField label={t.organizations.name} name="name" defaultValue={name} maxLength={128} required />
				<SelectField
					label={t.organizations.type}
					name="orgType"
					defaultValue={orgType}
					options={Object.entries(t.orgTypes)}
				/>
				<TextField
					label={own.billingAccount}
					name="billingAccountId"
					defaultValue={billingAccountId}
					maxLength={128}
					required
				/>
			</Section>
		</SettingsForm>
	);
}
