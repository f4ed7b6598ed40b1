/**
 * The types of requests and responses. A test compares these types with the schemas of the service.
 */

export type Optional<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * A pet's id. A number must be exact, from -(2^53 - 1) to 2^53 - 1. The client always returns a
 * bigint.
 */
export type PetId = bigint | number;

/** A Date, or a text in the format of RFC 3339. The client always returns a Date. */
export type Time = Date | string;

export type PetStatus = 'available' | 'pending' | 'sold';

export type InventoryItem = {
  readonly petId: bigint;
  readonly quantity: number;
  readonly status: PetStatus;
};

/**
 * A value that the service returns: one of those known today, or another text, because a later
 * version may have more. Editors suggest the known ones. What callers send is of the closed types.
 */
export type Open<Known extends string> = Known | (string & Record<never, never>);

export type ChangeReason =
  | 'sale'
  | 'arrival'
  | 'return'
  | 'adjustment'
  | 'count'
  | 'damage'
  | 'died';

/** One change of the stock of one pet. */
export type LedgerEntry = {
  /**
   * The number of the change, counted over all pets without gaps. It is also the pet's version
   * after the change.
   */
  readonly seq: number;
  readonly petId: bigint;
  readonly kind: Open<'set' | 'adjust' | 'put' | 'delete' | 'import'>;
  /** The quantity before the change; null for a new pet. */
  readonly before: number | null;
  /** The quantity after the change; null for a removed pet. */
  readonly after: number | null;
  readonly delta: number;
  readonly status: PetStatus;
  readonly reason: Open<ChangeReason> | null;
  readonly note: string | null;
  /** The id of the reservation that was sold; null for all other changes. */
  readonly reservation: string | null;
  /** The name of the API key that made the change; null for an import. */
  readonly key: string | null;
  /** The id of that API key, which a rotation keeps; null for an import. */
  readonly keyId: number | null;
  readonly requestId: string | null;
  readonly at: Date;
};

/** A pet's name, barcode and low level. A field is null if the pet does not have it. */
export type PetDetails = {
  readonly petId: bigint;
  readonly name: string | null;
  readonly barcode: string | null;
  readonly lowAt: number | null;
};
/** A change of a pet's details. Null clears a field. Fields that are left out stay as they are. */
export type DetailsUpdate = Optional<Omit<PetDetails, 'petId'>>;

type ReportSum =
  | 'start'
  | 'end'
  | 'sold'
  | 'arrived'
  | 'returned'
  | 'damaged'
  | 'died'
  | 'counted'
  | 'other'
  | 'soldPerDay';
/**
 * The sums of one pet or of all pets in a report. `daysLeft`, the days that the stock lasts, is
 * null without sales.
 */
type ReportAmounts = { readonly [Sum in ReportSum]: number } & { readonly daysLeft: number | null };
export type ReportedPet = ReportAmounts & { readonly petId: bigint };
/** A report on what was sold, arrived and so on in a span of time, for each pet and in total. */
export type Report = {
  readonly since: Date;
  readonly until: Date;
  readonly timeZone: string;
  readonly pets: readonly ReportedPet[];
  readonly totals: ReportAmounts;
  /**
   * How many pets were sold and arrived on each day: a date in the time zone of the shop, such as
   * `2026-01-31`.
   */
  readonly days?:
    | readonly { readonly day: string; readonly sold: number; readonly arrived: number }[]
    | undefined;
};

export type Remarks = Optional<{ reason: ChangeReason; note: string }>;
export type QuantityUpdate = { readonly quantity: number } & Remarks;
export type Adjustment = { readonly delta: number } & Remarks;
export type InventoryEntry = Pick<InventoryItem, 'quantity' | 'status'>;
/**
 * A row of a batch sets or adjusts the quantity of a pet or, with an admin key, adds or replaces
 * the pet.
 */
export type BatchRow = QuantityRow | DeltaRow | EntryRow;

type RowOptions = { readonly petId: PetId; readonly version?: number | undefined } & Remarks;
/** Fields that a kind of row must not have. */
type Without<Field extends string> = { readonly [Name in Field]?: undefined };
type DetailsField = keyof DetailsUpdate;

/** Sets a quantity. */
export type QuantityRow = RowOptions & { readonly quantity: number } & Without<
    'delta' | 'status' | DetailsField
  >;
/** Changes a quantity by a difference. */
export type DeltaRow = RowOptions & { readonly delta: number } & Without<
    'quantity' | 'status' | DetailsField
  >;
/** Adds or replaces a pet, and sets the details that it names. */
export type EntryRow = RowOptions & InventoryEntry & DetailsUpdate & Without<'delta'>;

export type Reservation = {
  readonly id: string;
  readonly items: readonly { readonly petId: bigint; readonly quantity: number }[];
  readonly state: Open<'active' | 'sold' | 'released' | 'expired'>;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** When the reservation ended; null while it is active. */
  readonly endedAt: Date | null;
  /** The first and last ledger entry of the sale; null unless the reservation was sold. */
  readonly sale: { readonly firstSeq: number; readonly lastSeq: number } | null;
  /** The name of the API key that made the reservation. */
  readonly key: string;
  readonly note: string | null;
};
/**
 * A change of a reservation. `expiresIn` is in seconds from now. Fields that are left out stay as
 * they are.
 */
export type ReservationUpdate = Optional<{ expiresIn: number; note: string }>;
/**
 * Without `expiresIn` a reservation lasts 900 seconds, or keeps the expiry of the reservation that
 * it replaces.
 */
export type ReservationRequest = ReservationUpdate & {
  readonly items: readonly { readonly petId: PetId; readonly quantity: number }[];
};
export type ReservedStock = { readonly petId: bigint; readonly reserved: number };

export type KeyScope = 'read' | 'write' | 'admin' | 'owner';
export type ApiKey = {
  /** Tells the key from every other key. A rotation keeps it, and it is never given twice. */
  readonly id: number;
  readonly name: string;
  readonly scope: Open<KeyScope>;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly requireVersion: boolean;
  readonly rateLimit: number | null;
};
/** An API key with the fields that only a key with the scope `owner` may read. */
export type ManagedApiKey = ApiKey & {
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
};
/**
 * An API key with its new secret. If the first response was lost and the call retried, the secret
 * is null.
 */
export type NewApiKey = ManagedApiKey & { readonly secret: string | null };
/** The options of a new API key. `expiresIn` is how many seconds the key is valid. */
export type ApiKeyCreation = { readonly name: string } & Optional<
  { expiresIn: number; rateLimit: number } & { readonly scope: KeyScope } & Pick<
      ApiKey,
      'requireVersion'
    >
>;

type EventName = 'changed' | 'low' | 'out';
/** Why a webhook gave no response: one of these codes, or one of the system, such as ECONNREFUSED. */
export type DeliveryFailure = Open<
  'timeout' | 'address_forbidden' | 'secret_is_encrypted' | 'wrong_secret_key' | 'request_failed'
>;

export type Webhook = {
  readonly name: string;
  readonly url: string;
  readonly events: readonly Open<EventName>[];
  /** Null for the level of the shop. */
  readonly low: number | null;
  readonly petIds: readonly bigint[] | null;
  readonly reasons: readonly Open<ChangeReason>[] | null;
  readonly publicOnly: boolean;
  readonly state: Open<'active' | 'failing' | 'disabled' | 'paused'>;
  readonly createdAt: Date;
  readonly position: number;
  readonly lag: number;
  readonly replay: { readonly position: number; readonly until: number } | null;
  readonly lastAnswer: string | null;
  readonly lastStatus: number | null;
  /** Null if the last attempt got a response. */
  readonly lastFailure: DeliveryFailure | null;
  readonly lastAnswerAt: Date | null;
  readonly failingSinceAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly disabledAt: Date | null;
  readonly secretOverlapEndsAt: Date | null;
};
/**
 * A webhook with its new secret. If the first response was lost and the call retried, the secret is
 * null.
 */
export type WebhookWithSecret = Webhook & { readonly secret: string | null };
type WebhookChoices = Pick<Webhook, 'url' | 'low'> & {
  readonly events: readonly EventName[];
  readonly reasons: readonly ChangeReason[] | null;
  petIds: readonly PetId[] | null;
};
export type NewWebhookOptions = Optional<WebhookChoices> & {
  readonly name: string;
  readonly url: string;
};
export type WebhookChanges = Optional<WebhookChoices & { paused: boolean }>;
/** Where the replay of a webhook's events begins: after a ledger sequence, or at a time. */
export type WebhookReplayStart = { readonly after: number } | { readonly since: Time };
type WebhookAnswer = {
  readonly status: number | null;
  /** Null if there was a response. */
  readonly failure: DeliveryFailure | null;
  readonly durationMs: number;
  readonly response: string | null;
};
export type WebhookTest = WebhookAnswer & { readonly delivered: boolean; readonly answer: string };
export type WebhookAttempt = WebhookAnswer & {
  readonly at: Date;
  readonly seq: number;
  readonly petId: bigint | null;
  readonly event: Open<EventName | 'test'>;
  readonly error: string | null;
};

/**
 * An event that the service posts to a webhook. A retry has the same `id`, which is also the header
 * `webhook-id`.
 */
export type WebhookEvent = { readonly id: string; readonly timestamp: Date } & (
  | { readonly type: 'inventory.changed'; readonly data: DescribedLedgerEntry }
  | { readonly type: 'inventory.low'; readonly data: DescribedLedgerEntry }
  | { readonly type: 'inventory.out'; readonly data: DescribedLedgerEntry }
  | { readonly type: 'webhook.test'; readonly data: { readonly endpoint: string } }
);

/** A ledger entry with the name and the barcode of its pet. */
type DescribedLedgerEntry = LedgerEntry & {
  readonly name: string | null;
  readonly barcode: string | null;
};

/**
 * A past change of an API key, a webhook or the settings of the shop, and who made it. `name` is
 * null for the settings.
 */
export type OwnerAction = {
  readonly at: Date;
  readonly action: string;
  readonly name: string | null;
  readonly key: string | null;
  /** The id of that key. */
  readonly keyId: number | null;
  readonly requestId: string | null;
};

/**
 * The folder of the service's backups, and the backups in it, newest first. `every` is their
 * interval in seconds.
 */
export type Backups = {
  readonly folder: string | null;
  readonly every: number | null;
  readonly keep: number | null;
  /** Why the latest backup could not be made; null if it succeeded. */
  readonly failure: { readonly at: Date; readonly message: string } | null;
  readonly backups: readonly { readonly name: string; readonly at: Date; readonly bytes: number }[];
};

/** When and to whom the service sends mail, and how the last attempt ended. */
export type Mail = {
  readonly configured: boolean;
  /** A time of the day in the time zone of the shop, such as "07:00". */
  readonly at: string | null;
  readonly to: readonly string[];
  readonly lastSentAt: Date | null;
  readonly lastError: string | null;
};

/** The settings of the shop. A pet without a level of its own is low at `lowAt`. */
export type Shop = { readonly lowAt: number; readonly timeZone: string };

type InvalidRequest =
  | 'invalid_json'
  | 'invalid_value'
  | 'invalid_pet_id'
  | 'invalid_query'
  | 'invalid_header';
type NotAuthorized = 'missing_api_key' | 'invalid_api_key' | 'insufficient_scope';
type ResourceNotFound =
  | 'pet_not_found'
  | 'reservation_not_found'
  | 'key_not_found'
  | 'webhook_not_found';
type StockConflict =
  | 'insufficient_stock'
  | 'version_mismatch'
  | 'precondition_required'
  | 'barcode_taken';
type ReservationConflict = 'reservation_taken' | 'reservation_ended' | 'too_many_reservations';
type OtherConflict = 'name_taken' | 'last_owner_key' | 'idempotency_key_reused';
type TooLarge = 'body_too_large' | 'uri_too_long' | 'headers_too_large' | 'unsupported_media_type';
type WrongRequest =
  | 'missing_field'
  | 'invalid_request'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'request_timeout';
type Unavailable =
  | 'rate_limited'
  | 'store_unavailable'
  | 'outcome_unknown'
  | 'overloaded'
  | 'shutting_down';

/** The error codes that the service knows today. A later version may have more. */
export type ServiceErrorCode =
  | (
      | InvalidRequest
      | NotAuthorized
      | ResourceNotFound
      | StockConflict
      | ReservationConflict
      | OtherConflict
    )
  | (TooLarge | WrongRequest | Unavailable | 'internal_error' | 'storage_full');
