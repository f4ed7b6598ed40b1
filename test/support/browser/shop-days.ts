export const dayMs = 86_400_000;

const hoursFromNoon = new Date().getUTCHours() - 12;

/** A time zone in which it is about noon, so that no test runs over midnight. */
export const timezoneId = hoursFromNoon === 0 ? 'UTC' : `Etc/GMT${hoursFromNoon > 0 ? '+' : ''}${hoursFromNoon}`;

/** A time zone in which it is another day. */
export const elsewhere = hoursFromNoon <= -2 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';

/** The day in that time zone, as a field for dates takes it. */
export const dayText = (atMs: number) => new Date(atMs).toLocaleDateString('sv', { timeZone: timezoneId });
