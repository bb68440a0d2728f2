import { useOwnTexts } from "../../app/texts.tsx";
import { SelectField, SwitchField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { Section } from "../../ui/section.tsx";
import { texts } from "./texts.ts";
import { CLASSES, type Flag } from "./values.ts";

const ZONES = Intl.supportedValuesOf("timeZone");

/** What can be set for a kind of organizations. */
export function Fields({ shown, flags }: { shown: Values; flags: readonly Flag[] }) {
	const own = useOwnTexts(texts);
	const bound = (name: string) => ({ name, defaultValue: shown[name] });
	return (
		<>
			<Section title={own.settings} hint={own.settingsHint}>
				<TextField label={own.timezone} {...bound("settings/timezone")} list="zones" required />
				<datalist id="zones">
					{ZONES.map((zone) => (
						<option key={zone} value={zone} />
					))}
				</datalist>
				<TextField label={own.language} hint={own.languageHint} {...bound("settings/defaultLanguage")} required />
				<SelectField
					label={own.consent}
					{...bound("settings/recordingConsent")}
					options={Object.entries(own.consents)}
				/>
				<SelectField
					label={own.compliance}
					hint={own.complianceHint}
					{...bound("settings/complianceMode")}
					options={Object.entries(own.regimes)}
				/>
				<SelectField label={own.ai} {...bound("settings/aiSummaries")} options={Object.entries(own.summaries)} />
				<SwitchField
					label={own.education}
					hint={own.educationHint}
					name="settings/educationMode"
					defaultChecked={"settings/educationMode" in shown}
				/>
			</Section>
			<Section title={own.retention} hint={own.retentionHint}>
				<div className="field-grid">
					{CLASSES.map((name) => (
						<TextField
							key={name}
							label={own.classes[name]}
							{...bound(`retentionPolicy/${name}`)}
							type="number"
							min={0}
							max={36_500}
							step={1}
							required
						/>
					))}
				</div>
			</Section>
			<Section title={own.features} hint={own.featuresHint}>
				{flags.map(({ key, description }) => (
					<SwitchField
						key={key}
						label={key}
						hint={description}
						name={`featureFlags/${key}`}
						defaultChecked={`featureFlags/${key}` in shown}
					/>
				))}
			</Section>
		</>
	);
}
