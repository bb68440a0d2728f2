import { type FormEvent, useState } from "react";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Checks, ChecksField } from "../../ui/checks.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { fieldsTexts } from "./fields-texts.ts";
import { type End, type FormRule, lastPossible, POSITIONS, REPEATS, WEEKDAYS, weeklyFrom } from "./rule.ts";
import { formRuleOf, type Guests } from "./values.ts";
import { positionName, weekdayName, wordsOfForm } from "./words.ts";

/** Zones that the browser knows. */
const ZONES = Intl.supportedValuesOf("timeZone");

/** How often, and until when; what is chosen is said in words below. */
export function RuleFields({
	initial,
	startsAt,
	other,
	onRepeats,
}: {
	/** What is chosen first; null: {@link other}. */
	initial: FormRule | null;
	/** Local date and time of the first one, with or without seconds. */
	startsAt: string;
	/** A choice that is no rule of this form: that it does not repeat, or that its rule stays. */
	other?: { readonly name: string; readonly words?: string };
	/** Is told whether it repeats by a rule of this form. */
	onRepeats?: (repeats: boolean) => void;
}) {
	const { format, language } = useTexts();
	const own = useOwnTexts(fieldsTexts);
	const first = initial ?? weeklyFrom(startsAt || new Date().toISOString());
	const [values, setValues] = useState<Values>({});
	const [repeats, setRepeats] = useState<string>(initial?.repeats ?? "other");
	const [ends, setEnds] = useState<End["ends"]>(first.end.ends);
	const read = ({ currentTarget }: FormEvent<HTMLFieldSetElement>) => {
		const form = currentTarget.form;
		if (form) setValues(Object.fromEntries(new FormData(form)) as Record<string, string>);
	};
	const isRule = repeats !== "other";
	const isWeekly = repeats === "weekly" || repeats === "fortnightly";
	const form = startsAt ? (values.repeats === repeats ? formRuleOf(values, startsAt) : initial) : null;
	return (
		<fieldset className="form rule" onInput={read} onChange={read}>
			<legend className="visually-hidden">{own.repeats}</legend>
			<SelectField
				label={own.repeats}
				name="repeats"
				path="/rule"
				value={repeats}
				onChange={({ currentTarget }) => {
					setRepeats(currentTarget.value);
					onRepeats?.(currentTarget.value !== "other");
				}}
				options={[
					...(other ? [["other", other.name] as const] : []),
					...REPEATS.map((each) => [each, own.choices[each]] as const),
				]}
			/>
			{isWeekly && (
				<ChecksField label={own.weekdays} hint={own.weekdaysHint} name="weekdays">
					<Checks
						label={own.weekdays}
						name="weekdays"
						options={WEEKDAYS.map((day) => [day, weekdayName(language, day, "short")] as const)}
						chosen={initial?.weekdays ?? []}
					/>
				</ChecksField>
			)}
			{repeats === "monthly" && (
				<TextField
					key={startsAt.slice(0, 10)}
					label={own.monthDay}
					hint={own.monthDayHint}
					name="monthDay"
					type="number"
					min={1}
					max={31}
					defaultValue={first.monthDay}
					required
				/>
			)}
			{repeats === "monthlyWeekday" && (
				<div className="field-pair" key={startsAt.slice(0, 10)}>
					<SelectField
						label={own.position}
						name="position"
						defaultValue={String(first.position)}
						options={POSITIONS.map((each) => [String(each), positionName(language, each)] as const)}
					/>
					<SelectField
						label={own.weekday}
						name="weekday"
						defaultValue={first.weekday}
						options={WEEKDAYS.map((day) => [day, weekdayName(language, day)] as const)}
					/>
				</div>
			)}
			{isRule && (
				<SelectField
					label={own.ends}
					name="ends"
					value={ends}
					onChange={({ currentTarget }) => setEnds(currentTarget.value as End["ends"])}
					options={Object.entries(own.endChoices)}
				/>
			)}
			{isRule && ends === "date" && (
				<TextField
					label={own.lastDay}
					name="lastDay"
					path="/until"
					type="date"
					min={startsAt.slice(0, 10)}
					max={startsAt && lastPossible(startsAt)}
					defaultValue={first.end.ends === "date" ? first.end.lastDay : ""}
					required
				/>
			)}
			{isRule && ends === "count" && (
				<TextField
					label={own.count}
					name="count"
					type="number"
					min={1}
					max={1000}
					defaultValue={first.end.ends === "count" ? first.end.count : 10}
					required
				/>
			)}
			<output className="rule-words" aria-label={own.repeats}>
				{isRule ? form && wordsOfForm(form, language, format.tag) : other?.words}
			</output>
		</fieldset>
	);
}

/** Where and how long its meetings are, and how guests come to them. */
export function ClassFields({
	timezone,
	durationMinutes,
	guests,
}: {
	timezone: string;
	durationMinutes: number;
	guests: Guests;
}) {
	const own = useOwnTexts(fieldsTexts);
	return (
		<>
			<div className="field-pair">
				<TextField
					label={own.timezone}
					name="timezone"
					defaultValue={timezone}
					list="series-zones"
					autoComplete="off"
					required
				/>
				<TextField
					label={own.duration}
					name="durationMinutes"
					type="number"
					min={1}
					max={1440}
					defaultValue={durationMinutes}
					required
				/>
			</div>
			<datalist id="series-zones">
				{ZONES.map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
			<SelectField
				label={own.guests}
				name="guests"
				path="/joinCode"
				defaultValue={guests}
				options={Object.entries(own.guestChoices)}
			/>
		</>
	);
}
