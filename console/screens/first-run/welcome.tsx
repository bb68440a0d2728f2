import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { queries, read } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { ownZone, regional } from "../../i18n/region.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Failure } from "../../ui/states.tsx";
import { useAction } from "../../ui/use-action.ts";
import { firstWorkspace } from "../workspaces/first.ts";
import { createOrganization, type Kind, uploadExample } from "./example.ts";
import { isAnyReady } from "./progress.ts";
import { StepList } from "./step-list.tsx";
import { texts } from "./texts.ts";

const ZONES = Intl.supportedValuesOf("timeZone");

/** The first screen of an installation: it begins with an organization. */
export function Welcome() {
	const own = useOwnTexts(texts);
	const later = (
		<Link className="button" data-kind="quiet" to="/system/organizations">
			{own.later}
		</Link>
	);
	return (
		<Page title={own.welcome} lead={own.lead} actions={later}>
			<StepList current="organization" />
			<Create />
			<Demo />
		</Page>
	);
}

function Create() {
	const { t, language } = useTexts();
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const [kind, setKind] = useState<Kind>("education");
	const defaults = useQuery(read("/configurations/tenant-defaults", {})).data?.[kind];

	async function create({
		name = "",
		orgType,
		timezone = "",
		defaultLanguage = "",
		educationMode,
		joins,
	}: Values): Promise<void> {
		const body = {
			name,
			orgType: orgType as Kind,
			settings: { timezone, defaultLanguage, educationMode: educationMode !== undefined },
		};
		const orgId = await createOrganization(body, joins !== undefined);
		await navigate({ to: "/o/$orgId/welcome", params: { orgId }, search: {} });
	}
	return (
		<Section title={own.steps.organization} hint={own.organizationHint}>
			<Form onSubmit={create}>
				{(busy) => (
					<>
						<TextField label={own.name} name="name" maxLength={128} autoComplete="organization" required />
						<SelectField
							label={own.kind}
							name="orgType"
							value={kind}
							options={Object.entries(t.orgTypes)}
							onChange={({ currentTarget: { value } }) => setKind(value as Kind)}
						/>
						<SwitchField
							key={`${kind}/${defaults === undefined}`}
							label={own.education}
							hint={own.educationHint}
							name="educationMode"
							path="/settings/educationMode"
							defaultChecked={defaults?.settings.educationMode ?? kind === "education"}
						/>
						<TextField
							label={own.language}
							hint={own.languageHint}
							name="defaultLanguage"
							path="/settings/defaultLanguage"
							defaultValue={regional(language)}
							required
						/>
						<TextField
							label={own.zone}
							hint={own.zoneHint}
							name="timezone"
							path="/settings/timezone"
							defaultValue={ownZone()}
							list="zones"
							required
						/>
						<datalist id="zones">
							{ZONES.map((zone) => (
								<option key={zone} value={zone} />
							))}
						</datalist>
						<SwitchField label={own.join} hint={own.joinHint} name="joins" defaultChecked />
						<footer className="form-actions">
							<Button kind="primary" type="submit" busy={busy}>
								{own.create}
							</Button>
						</footer>
					</>
				)}
			</Form>
		</Section>
	);
}

/** An organization with a recording, by one click. */
function Demo() {
	const own = useOwnTexts(texts);
	const navigate = useNavigate();
	const { busy, problem, run } = useAction();

	async function create(): Promise<void> {
		const orgId = await createOrganization(
			{ name: own.demoName, orgType: "education", settings: { timezone: ownZone() } },
			true,
		);
		const workspaceId = await firstWorkspace(orgId, own.demoClass);
		const engines = await queries.fetchQuery(read("/configurations/ai-providers", {}));
		const meetingId = await uploadExample(workspaceId, own.exampleTitle, !isAnyReady(engines));
		await navigate({ to: "/o/$orgId/meetings/$meetingId", params: { orgId, meetingId } });
	}
	return (
		<Section title={own.demo} hint={own.demoHint}>
			{problem && <Failure error={problem} />}
			<div className="choice">
				<Button icon="spark" busy={busy} onClick={() => void run(create)}>
					{own.createDemo}
				</Button>
			</div>
		</Section>
	);
}
