"""A till that goes on while the network is down: till.md explains it."""

import json, os
from pathlib import Path
from pawstock import PawstockError, call

queue, refused = Path('queue'), Path('refused')
for folder in (queue, refused):
    folder.mkdir(exist_ok=True)

def sell(receipt, lines):
    """Sells all lines of a receipt, or none. Returns what is left of each pet."""
    rows = [{'petId': pet, 'delta': -count, 'reason': 'sale', 'note': f'receipt {receipt}'} for pet, count in lines]
    items, _ = call('PATCH', '/inventory', rows, {'Idempotency-Key': f'sale {receipt}'})
    return [item['quantity'] for item in items]

def waiting():
    """The receipts that have not been sent."""
    return sorted(file.stem for file in queue.glob('*.json'))

def keep(receipt, lines):
    """Writes a receipt to the disk, so that no crash loses it."""
    with open(queue / 'unfinished', 'w') as file:
        json.dump(lines, file)
        file.flush()
        os.fsync(file.fileno())
    (queue / 'unfinished').rename(queue / f'{receipt}.json')

def send():
    """Sends what waits, until the line is down."""
    for receipt in waiting():
        file = queue / f'{receipt}.json'
        try:
            sell(receipt, json.loads(file.read_text()))
            file.unlink()
        except PawstockError as error:
            if error.temporary:
                break
            print(f'{receipt} needs a person: {error.code}')
            file.rename(refused / file.name)
