import type { Item } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { SwitchField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/section.tsx";
import { texts } from "./texts.ts";
import { limitsOf, metersOf, PERIODS, type Plan, PRICES, shownOf } from "./values.ts";

type Flag = Item<"/configurations/feature-flags">;

const AMOUNT = { type: "number", min: 0, step: "any" } as const;
const COUNT = { type: "number", min: 0, step: 1 } as const;

/** What can be set of a plan. */
export function Fields({ plan, flags }: { plan: Plan; flags: readonly Flag[] }) {
	const own = useOwnTexts(texts);
	const shown = shownOf(plan);
	return (
		<>
			<Section title={own.general} hint={own.generalHint}>
				<TextField label={own.name} name="name" defaultValue={plan.name} maxLength={80} required />
				<TextAreaField
					label={own.description}
					name="description"
					defaultValue={plan.description}
					maxLength={500}
					rows={2}
				/>
				<SwitchField label={own.offered} hint={own.offeredHint} name="isPublic" defaultChecked={plan.isPublic} />
				<TextField
					label={own.trialDays}
					hint={own.trialHint}
					name="trialDays"
					defaultValue={plan.trialDays}
					{...COUNT}
					max={365}
					required
				/>
			</Section>
			<Section title={own.prices} hint={own.pricesHint}>
				<div className="field-grid">
					<TextField
						label={own.currency}
						hint={own.currencyHint}
						name="currency"
						defaultValue={plan.currency}
						pattern="[A-Z]{3}"
						required
					/>
					<TextField
						label={own.includedSeats}
						hint={own.includedHint}
						name="includedSeats"
						defaultValue={plan.includedSeats}
						{...COUNT}
						required
					/>
				</div>
				{PERIODS.map((period) => (
					<fieldset key={period} className="fields">
						<legend>{own.periods[period]}</legend>
						<div className="field-grid">
							{PRICES.map((part) => (
								<TextField
									key={part}
									label={own.parts[part]}
									name={`prices/${period}/${part}`}
									defaultValue={shown.price(period, part)}
									{...AMOUNT}
									required
								/>
							))}
						</div>
					</fieldset>
				))}
			</Section>
			<Section title={own.limitsTitle} hint={own.limitsHint}>
				<div className="field-grid">
					{limitsOf(plan).map((limit) => (
						<TextField
							key={limit}
							label={own.limits[limit]}
							name={`limits/${limit}`}
							defaultValue={shown.limit(limit)}
							placeholder={own.unlimited}
							{...(limit === "recording_storage_bytes" ? AMOUNT : COUNT)}
						/>
					))}
				</div>
			</Section>
			<Section title={own.overage} hint={own.overageHint}>
				{metersOf(plan).map((meter) => (
					<fieldset key={meter} className="fields">
						<legend>{own.limits[meter]}</legend>
						<div className="field-grid">
							<TextField
								label={own.per}
								name={`overage/${meter}/per`}
								defaultValue={shown.per(meter)}
								{...COUNT}
								min={1}
							/>
							<TextField
								label={own.amount}
								name={`overage/${meter}/amountMinor`}
								defaultValue={shown.amount(meter)}
								{...AMOUNT}
							/>
						</div>
					</fieldset>
				))}
			</Section>
			<Section title={own.features} hint={own.featuresHint}>
				{flags.map(({ key, description }) => (
					<SwitchField
						key={key}
						label={key}
						hint={description}
						name={`features/${key}`}
						defaultChecked={!plan.lacks.includes(key)}
					/>
				))}
			</Section>
		</>
	);
}
