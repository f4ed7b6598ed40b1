"""The server of a web shop: web-shop.md explains it."""

from pawstock import PawstockError, call, changes, request

def find(order):
    """The reservation of an order and its ETag; both are None if there is none."""
    try:
        return call('GET', f'/reservations/{order}')
    except PawstockError as error:
        if error.code == 'reservation_not_found':
            return None, None
        raise

def paid(order, items):
    """Sells what was paid for, once. Returns what to do with the money."""
    path, by_pet = f'/reservations/{order}', lambda item: item['petId']
    for _ in range(10):
        reservation, etag = find(order)
        state = reservation and reservation['state']
        version = {'If-Match': etag} if etag else {'If-None-Match': '*'}
        try:
            if state in ('active', 'sold'):
                if sorted(reservation['items'], key=by_pet) != sorted(items, key=by_pet):
                    return 'give back'  # paid for another basket
                if state == 'sold':
                    return 'keep'
                call('POST', f'{path}/sale', {}, version)
            else:
                call('PUT', path, {'items': items}, version)  # too late: are there still enough?
        except PawstockError as error:
            if error.code == 'insufficient_stock':
                return 'give back'
            if error.code not in ('version_mismatch', 'reservation_ended'):
                raise
    raise RuntimeError(f'Order {order} changes all the time.')

class Stock:
    """A copy of the stock, and of what is reserved."""
    def __init__(self):
        items, headers = request('GET', '/inventory?status=available')
        self.quantities = {item['petId']: item['quantity'] for item in items}
        self.seq = headers['Ledger-Seq']  # of the last change in the list
        self.reserved, self.etag = {}, ''

    def free(self, pet):
        return max(0, self.quantities.get(pet, 0) - self.reserved.get(pet, 0))

    def read_reserved(self):
        """Call it every second or two. Returns whether anything has changed."""
        rows, self.etag = call('GET', '/inventory/reserved', headers={'If-None-Match': self.etag} if self.etag else {})
        if rows is not None:
            self.reserved = {row['petId']: row['reserved'] for row in rows}
        return rows is not None

    def follow(self):
        """Applies each change when it happens, and yields it. Iterate in a thread of its own."""
        for change in changes(self.seq):
            if change['after'] is None or change['status'] != 'available':
                self.quantities.pop(change['petId'], None)
            else:
                self.quantities[change['petId']] = change['after']
            yield change
