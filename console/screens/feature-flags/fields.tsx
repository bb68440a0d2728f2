import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { type Flag, type Rollout, shareOf } from "./definition.ts";
import { texts } from "./texts.ts";

/** What can be set of a flag: its default, and the share of organizations that get something else. */
export function Fields({ flag }: { flag: Flag }) {
	const own = useOwnTexts(texts);
	const variants = Object.keys(flag.variants);
	return (
		<>
			<Section title={own.general} hint={own.generalHint}>
				<TextAreaField
					label={own.description}
					name="description"
					defaultValue={flag.description}
					maxLength={500}
					rows={2}
				/>
				<SelectField
					label={own.default}
					hint={own.defaultHint}
					name="defaultVariant"
					defaultValue={flag.defaultVariant}
					options={variants.map((name) => [name, own.variant(name)])}
				/>
				<SwitchField label={own.lock} hint={own.lockHint} name="locked" defaultChecked={flag.locked} />
			</Section>
			<Section title={own.rollout} hint={own.rolloutHint}>
				<SelectField
					label={own.by}
					name="by"
					path="/rollout/by"
					defaultValue={flag.rollout?.by ?? "organization"}
					options={Object.entries(own.divided)}
				/>
				<div className="field-grid">
					{variants.map((name) => (
						<TextField
							key={name}
							label={own.share(own.variant(name))}
							name={`rollout/${name}`}
							type="number"
							min={0}
							max={100}
							step="any"
							defaultValue={shareOf(flag.rollout, name)}
						/>
					))}
				</div>
			</Section>
		</>
	);
}

/** What decides before the default does, and is changed elsewhere. */
export function Overridden({ flag }: { flag: Flag }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const kinds = Object.entries(flag.orgTypeDefaults);
	const rules = flag.rules ?? [];
	const nameOf = (value: unknown): string =>
		own.variant(Object.entries(flag.variants).find(([, each]) => each === value)?.[0] ?? JSON.stringify(value));
	const splitOf = ({ split }: Rollout): string =>
		split.map(({ variant, percentage }) => `${own.variant(variant)}: ${percentage} %`).join(", ");
	const conditionsOf = ({ metadata, ...when }: (typeof rules)[number]["when"]): string =>
		[
			...Object.entries(when).map(
				([name, values]) => `${own.conditions[name as keyof typeof when]}: ${values.join(", ")}`,
			),
			...Object.entries(metadata ?? {}).map(([name, values]) => `${name}: ${(values as string[]).join(", ")}`),
		].join(" · ");
	return (
		<>
			<Section title={own.byKind} hint={own.byKindHint}>
				{kinds.length === 0 ? (
					<p>{own.noKinds}</p>
				) : (
					<Facts facts={kinds.map(([kind, value]) => [t.orgTypes[kind as keyof typeof t.orgTypes], nameOf(value)])} />
				)}
			</Section>
			<Section title={own.rulesTitle} hint={own.rulesHint}>
				{rules.length === 0 ? (
					<p>{own.noRules}</p>
				) : (
					<Facts
						facts={rules.map(({ when, variant, rollout }) => [
							conditionsOf(when),
							variant !== undefined ? own.variant(variant) : rollout ? splitOf(rollout) : "",
						])}
					/>
				)}
			</Section>
		</>
	);
}
