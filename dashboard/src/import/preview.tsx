import type { Change, Difference } from '@pawstock/shared/import/differences.ts';
import { importFields } from '@pawstock/shared/import/problem.ts';
import { isPetStatus } from '@pawstock/shared/item.ts';
import { detailFields } from '@pawstock/shared/pet-details.ts';
import { useState } from 'react';
import { t } from '../messages/all.ts';
import { formatList, formatNumber, formatPlain } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { usePermissions } from '../session/session.ts';
import { nameOf } from '../stock/details.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FocusRegion } from '../ui/focus-region.tsx';
import { ErrorText, Message } from '../ui/message.tsx';
import { fieldNames, statusNames } from '../ui/names.ts';
import { Arrow, QuantityChange, StatusMark } from '../ui/quantity-and-status.tsx';
import { type Options, optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { dispatch, isBlocked, openImport } from './import-state.ts';
import { columnName, type Plan, type PlanChoice, problemText } from './plan.ts';
import styles from './preview.module.css';
import { putOnList } from './put-on-list.ts';
import { answer, startImport } from './run-import.ts';

type Section = 'errors' | 'changed' | 'added';

type Props = {
  readonly plan: Plan;
  /** The answers with which the file is being read again; undefined once the plan has them. */
  readonly reading: PlanChoice | undefined;
};

export function ImportPreview({ plan, reading }: Props) {
  const { file, added, changed, described, unchanged, needAdmin, errors, badLines, leavesOut } =
    plan;
  const { canAdminister } = usePermissions();
  const [chosen, setChosen] = useState<Section>();
  const [refusal, setRefusal] = useState<string>();
  const isDelivery = plan.choice.kind === 'delivery';
  const hasErrors = errors.length > 0;
  const firstSection = changed.length > 0 || added.length === 0 ? 'changed' : 'added';
  const section =
    chosen === 'errors' && !hasErrors
      ? firstSection
      : (chosen ?? (hasErrors ? 'errors' : firstSection));
  const total = added.length + changed.length;
  const isAllowed = canAdminister || needAdmin === 0;
  const canStart = isAllowed && total > 0 && !isBlocked(plan) && reading === undefined;
  const { updatesNames = false } = reading ?? plan.choice;
  const leftOut = t('import.leftOutCount', { count: badLines });
  const options: Options<Section> = [
    ['errors', leavesOut ? leftOut : t('import.errorCount', { count: errors.length })],
    ['changed', t('import.changedCount', { count: changed.length })],
    ['added', t('import.addedCount', { count: added.length })],
  ];
  const lists = { errors, changed, added };
  const listNames = {
    errors: t(leavesOut ? 'import.leftOut' : 'import.errors'),
    changed: t('import.changedPets'),
    added: t('import.newPets'),
  };
  const renderRow = (index: number) => {
    if (section !== 'errors') return <PlannedChange row={lists[section][index]} />;
    return (
      <span className={`${styles.fault} ${leavesOut ? 'muted' : 'error'}`}>{errors[index]}</span>
    );
  };
  const counts = { added: added.length, changed: changed.length, described, unchanged };
  const sections = hasErrors ? options : options.slice(1);
  return (
    <FocusRegion always>
      <p>{withTags(t('import.summary', { file: file.name, ...counts }))}</p>
      <Columns plan={plan} />
      <LargeIds petIds={plan.largeIds} />
      <Questions plan={plan} />
      {(plan.namesKept > 0 || updatesNames || plan.choice.updatesNames) && (
        <Checkbox checked={updatesNames} onChange={(next) => answer(plan, { updatesNames: next })}>
          {t('import.updateNames')}
        </Checkbox>
      )}
      {hasErrors && <BadLines plan={plan} />}
      {!isBlocked(plan) && !isAllowed && (
        <Message tone="warning" icon="lock" role="alert">
          {t('import.needsRole', { count: needAdmin })}
        </Message>
      )}
      <SegmentedControl
        label={t('import.show')}
        value={section}
        options={sections}
        onChange={setChosen}
      />
      <VirtualList
        key={section}
        label={listNames[section]}
        count={lists[section].length}
        renderRow={renderRow}
      />
      {isDelivery && <p className="hint">{t('import.listExplained')}</p>}
      <ErrorText>{refusal}</ErrorText>
      <div className="actions">
        {isDelivery && (
          <Button data-primary isDisabled={!canStart} onPress={() => setRefusal(putOnList(plan))}>
            {t('import.putOnList')}
          </Button>
        )}
        <Button
          data-primary={!isDelivery || undefined}
          isDisabled={!canStart}
          onPress={() => startImport(plan)}
        >
          {total === 0 ? t('import.nothing') : t('import.start', { count: total })}
        </Button>
        <Button onPress={openImport}>{t('import.chooseOther')}</Button>
        <Button onPress={() => dispatch({ kind: 'closed' })}>{t('ui.cancel')}</Button>
      </div>
    </FocusRegion>
  );
}

/**
 * Offers to leave out the lines that cannot be read. Until the user accepts, the import is blocked.
 */
function BadLines({ plan: { badLines: count, leavesOut, asked } }: { readonly plan: Plan }) {
  const isAsked = asked.statuses.length > 0 || asked.negatives > 0;
  const unreadable = isAsked
    ? t('import.linesAsked', { count })
    : t('import.linesUnreadable', { count });
  return (
    <>
      <Message tone={leavesOut ? 'warning' : 'error'} role="alert">
        {leavesOut ? t('import.linesLeftOut', { count }) : unreadable}
      </Message>
      <Checkbox
        checked={leavesOut}
        onChange={(next) => dispatch({ kind: 'lines-left-out', leavesOut: next })}
      >
        {t('import.leaveOut', { count })}
      </Checkbox>
    </>
  );
}

function Columns({ plan }: { readonly plan: Plan }) {
  const { names, positions, layout, ignored, line, head } = plan.columns;
  if (names.length === 0) return undefined;
  const shown = (name = '') => columnName(plan.columns, name);
  const known = importFields
    .filter((field) => positions[field] !== undefined)
    .map((field) =>
      t('import.columnFrom', {
        field: fieldNames[field],
        name: shown(names[positions[field] ?? -1]),
      }),
    );
  const ignoredNames = ignored.map((name) => t('import.quoted', { name: shown(name) }));
  const notRead = formatList([...ignoredNames, ...plan.notRead.map(problemText)], 'unit');
  const sentences = [
    t('import.kindMeaning', { kind: plan.choice.kind ?? 'stock' }),
    plan.sheets.length > 1 && t('import.sheetRead', { sheet: plan.sheet ?? '' }),
    line !== head[0]?.line && t('import.headerFound', { line: formatPlain(line ?? 0) }),
    layout === undefined
      ? t('import.columnsRead', { columns: formatList(known, 'unit') })
      : t('import.layoutRead', { layout }),
    positions.petId === undefined && t('import.matchedByBarcode'),
    positions.petId === undefined && codesLikeIdsText(plan.codesLikeIds),
    notRead !== '' && t('import.partsNotRead', { parts: notRead }),
  ];
  return (
    <p className={`hint ${styles.importColumns}`}>
      <span>{sentences.filter(Boolean).join(' ')}</span>
      <Button data-plain onPress={() => dispatch({ kind: 'columns-wanted' })}>
        {t('import.changeColumns')}
      </Button>
    </p>
  );
}

/** Warns once of IDs that programs which round large numbers take for one another. */
function LargeIds({ petIds }: { readonly petIds: readonly bigint[] }) {
  const [id] = petIds;
  if (id === undefined) return undefined;
  const text = t('import.largeIds', { count: petIds.length, id: String(id) });
  return <Message tone="warning">{text}</Message>;
}

/** Warns of codes that were read as barcodes, and could be mistaken for IDs of other pets. */
function codesLikeIdsText(codes: readonly string[]): string {
  const [code] = codes;
  return code === undefined ? '' : t('import.codesLikeIds', { count: codes.length, code });
}

function PlannedChange({ row }: { readonly row: Difference | undefined }) {
  if (row === undefined) return undefined;
  const { petId, before, after, details } = row;
  const { quantity, status } = after;
  const name = before && nameOf(petId);
  const isSameQuantity = before === undefined || before.quantity === quantity;
  return (
    <>
      <span className={styles.plannedPet}>
        {String(petId)}
        {details.name === undefined && name !== undefined && (
          <DetailChange title="" before={null} after={name} />
        )}
        {detailFields.map((field) => {
          const change = details[field];
          return (
            change && (
              <DetailChange
                key={field}
                title={field === 'name' ? '' : t(`field.${field}`)}
                {...change}
              />
            )
          );
        })}
      </span>
      <span>
        {before !== undefined && before.status !== status && (
          <>
            <span className="wide-only">
              <StatusMark status={before.status} />{' '}
            </span>
            <Arrow />{' '}
          </>
        )}
        {(before === undefined || before.status !== status) && <StatusMark status={status} />}
      </span>
      <span className={styles.plannedQuantity}>
        {isSameQuantity ? (
          formatNumber(quantity)
        ) : (
          <QuantityChange before={before.quantity} after={quantity} />
        )}
      </span>
    </>
  );
}

type DetailChangeProps = Change<string | number | null> & { readonly title: string };

/** Describes a new name, barcode or threshold of a pet: "Rex", "Rex → Max" or "barcode 123". */
function DetailChange({ title, before, after }: DetailChangeProps) {
  return (
    <span className={styles.plannedDetail}>
      {title === '' ? ' ' : ` ${title} `}
      {before !== null && (
        <>
          <span className="wide-only">{before}</span> <Arrow />{' '}
        </>
      )}
      {after}
    </span>
  );
}

/**
 * The most unknown statuses to ask about. A column with more unknown words is probably not the
 * status.
 */
const statusesMax = 10;

function Questions({ plan }: { readonly plan: Plan }) {
  const { choice, asked } = plan;
  const { thousands, statuses, negatives, locations } = asked;
  const isAsked = thousands !== undefined || statuses.length > 0 || negatives > 0;
  if (!isAsked && locations.length === 0) return undefined;
  return (
    <div className={styles.questions}>
      {locations.length > 0 && (
        <SegmentedControl
          label={t('import.locationQuestion')}
          isLabelVisible
          value={choice.location}
          options={locations.map((location) => [location, location] as const)}
          onChange={(location) => answer(plan, { location })}
        />
      )}
      {thousands !== undefined && (
        <SegmentedControl
          label={t('import.thousandsQuestion', { text: thousands })}
          isLabelVisible
          value={choice.thousands}
          options={meaningsOf(thousands)}
          onChange={(meaning) => answer(plan, { thousands: meaning })}
        />
      )}
      {statuses.slice(0, statusesMax).map((text) => (
        <SelectField
          key={text}
          label={
            text === '' ? t('import.emptyStatusQuestion') : t('import.statusQuestion', { text })
          }
          value={choice.statuses?.[text] ?? ''}
          options={[['', t('import.isError')], ...optionsOf<string>(statusNames)]}
          onChange={(status) => {
            const { [text]: _, ...others } = choice.statuses ?? {};
            answer(plan, {
              statuses: isPetStatus(status) ? { ...others, [text]: status } : others,
            });
          }}
        />
      ))}
      {negatives > 0 && (
        <SegmentedControl
          label={t('import.negativeQuestion', { count: negatives })}
          isLabelVisible
          value={choice.negativeAsZero ? 'zero' : 'error'}
          options={optionsOf({ error: t('import.isError'), zero: t('import.isNone') })}
          onChange={(meaning) => answer(plan, { negativeAsZero: meaning === 'zero' })}
        />
      )}
    </div>
  );
}

/** `1,200` is 1200 if a comma separates thousands in the file, and 1.2 if a point does. */
function meaningsOf(text: string): Options<',' | '.'> {
  const [separator, other] = text.includes(',') ? ([',', '.'] as const) : (['.', ','] as const);
  const [whole, fraction] = [text.replaceAll(/[.,]/g, ''), text.replace(',', '.')];
  return [
    [separator, formatPlain(Number(whole))],
    [other, formatPlain(Number(fraction))],
  ];
}
