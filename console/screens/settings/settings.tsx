import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type components, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { UnattendedFields } from "../room-rules/fields.tsx";
import { unattendedPatch } from "../room-rules/rules.ts";
import { texts } from "./texts.ts";

type OrganizationSettings = components["schemas"]["OrganizationSettings"];
/** By the value of its field; null: as the organization's regime says. */
const WAYS = { "": null, true: true, false: false } as const;
type Patch = components["schemas"]["UpdateOrganizationSettingsRequestBody"];

const route = getRouteApi("/inside/o/$orgId/settings");
const ZONES = Intl.supportedValuesOf("timeZone");

const THRESHOLDS = [
	["lateAfterMinutes", 240],
	["leftEarlyMinutes", 240],
	["presentPercent", 100],
] as const;

/** What differs from the settings as they were read. */
function patchOf(settings: OrganizationSettings, values: Values): Patch {
	const mediaThroughServer = WAYS[values.mediaThroughServer as keyof typeof WAYS];
	const typed = { ...values, educationMode: "educationMode" in values, mediaThroughServer };
	// Absent until the organization says so itself.
	const known: Readonly<Record<string, unknown>> = { mediaThroughServer: null, ...settings };
	const plain = Object.entries(typed).filter(([name, value]) => name in known && known[name] !== value);
	const thresholds = THRESHOLDS.flatMap(([name]) => {
		const value = Number(values[`attendance/${name}`]);
		return value === settings.attendance[name] ? [] : [[name, value] as const];
	});
	return {
		...Object.fromEntries(plain),
		...(thresholds.length > 0 && { attendance: Object.fromEntries(thresholds) }),
		...unattendedPatch(settings.whenUnattended, values),
	};
}

/** What holds for every meeting of the organization. */
export function Settings() {
	const own = useOwnTexts(texts);
	const { orgId } = route.useParams();
	const may = useMay();
	const path = { orgId };
	const { data, error, refetch, dataUpdatedAt } = useQuery(readVersioned("/orgs/{orgId}/settings", { path }));
	if (error && !data) return <Failure error={error} onRetry={refetch} />;

	async function save(body: Patch, version: string): Promise<void> {
		const params = { path, header: { "If-Match": version } };
		await unwrap(api.PATCH("/orgs/{orgId}/settings", { params, body }));
		await outdate("/orgs/{orgId}/settings");
	}

	return (
		<Page title={own.title} lead={own.lead}>
			{data === undefined ? (
				<Loading />
			) : (
				<SettingsForm
					version={dataUpdatedAt}
					patchOf={(values) => patchOf(data.data, values)}
					onSave={(patch) => save(patch, data.version)}
					onOutdated={refetch}
				>
					<fieldset className="settings-fields" disabled={!may("org:write")}>
						<legend className="visually-hidden">{own.title}</legend>
						<Fields settings={data.data} />
					</fieldset>
				</SettingsForm>
			)}
		</Page>
	);
}

function Fields({ settings }: { settings: OrganizationSettings }) {
	const own = useOwnTexts(texts);
	return (
		<>
			<Section title={own.general} hint={own.generalHint}>
				<TextField label={own.timezone} name="timezone" defaultValue={settings.timezone} list="zones" required />
				<datalist id="zones">
					{ZONES.map((zone) => (
						<option key={zone} value={zone} />
					))}
				</datalist>
				<TextField
					label={own.language}
					hint={own.languageHint}
					name="defaultLanguage"
					defaultValue={settings.defaultLanguage}
					required
				/>
				<SwitchField
					label={own.education}
					hint={own.educationHint}
					name="educationMode"
					defaultChecked={settings.educationMode}
				/>
			</Section>
			<Section title={own.rooms} hint={own.roomsHint}>
				<UnattendedFields rule={settings.whenUnattended} isEducation={settings.educationMode} />
			</Section>
			<Section title={own.attendance} hint={own.attendanceHint}>
				{THRESHOLDS.map(([name, max]) => (
					<TextField
						key={name}
						label={own.thresholds[name]}
						hint={own.thresholdHints[name]}
						name={`attendance/${name}`}
						type="number"
						min={0}
						max={max}
						required
						defaultValue={settings.attendance[name]}
					/>
				))}
			</Section>
			<Section title={own.privacy} hint={own.privacyHint}>
				<SelectField
					label={own.consent}
					hint={own.consentHint}
					name="recordingConsent"
					defaultValue={settings.recordingConsent}
					options={Object.entries(own.consents)}
				/>
				<SelectField
					label={own.compliance}
					hint={own.complianceHint}
					name="complianceMode"
					defaultValue={settings.complianceMode}
					options={Object.entries(own.regimes)}
				/>
				<SelectField
					label={own.large}
					hint={own.largeHint}
					name="mediaThroughServer"
					defaultValue={String(settings.mediaThroughServer ?? "")}
					options={Object.entries(own.ways)}
				/>
				<SelectField
					label={own.ai}
					hint={own.aiHint}
					name="aiSummaries"
					defaultValue={settings.aiSummaries}
					options={Object.entries(own.summaries)}
				/>
			</Section>
		</>
	);
}
