/** Queue of subscriptions that something is to be done about: a period or a trial has ended, or nobody has paid. */
export const DUE = "billing.due";
