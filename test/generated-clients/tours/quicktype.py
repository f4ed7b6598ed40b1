"""The tour of hey-api.ts with the classes that quicktype has generated, and Python's standard library."""

import json, os, sys, urllib.error, urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '..', 'generated'))
import quicktype_types as types

def call(operation, method, path, parse=None, body=None, headers={}):
    """Sends a request, prints its line, and returns the parsed answer and its ETag."""
    data = None if body is None else json.dumps(body.to_dict() if hasattr(body, 'to_dict') else body).encode()
    headers = {'Authorization': f"Bearer {os.environ['PAWSTOCK_API_KEY']}", 'Content-Type': 'application/json', **headers}
    request = urllib.request.Request(os.environ['PAWSTOCK_URL'] + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            parsed, said = parse(json.load(response)) if parse else (None, [])
    except urllib.error.HTTPError as error:
        response = error
        parsed = types.error_from_dict(json.load(error))
        said = [parsed.code]
    print(operation, response.status, *said)
    return parsed, response.headers['ETag']

def parser(from_dict, detail):
    """Parses an answer, and picks what is printed. Nothing of the answer may be lost or invented."""
    def parse(answer):
        parsed = from_dict(answer)
        assert {name: value for name, value in parsed.to_dict().items() if value is not None} == {
            name: value for name, value in answer.items() if value is not None}
        return parsed, [detail(parsed)]
    return parse

reservation = lambda detail: parser(types.reservation_from_dict, detail)
order = '/reservations/order-1'
wanted = types.ReservationRequest(items=[types.ReservationReques(pet_id=1, quantity=2)], expires_in=60)
_, seen = call('putReservation', 'PUT', order, reservation(lambda it: it.state), wanted, {'If-None-Match': '*'})
update = types.ReservationUpdate(expires_in=600, note='for Ana')
call('updateReservation', 'PATCH', order, reservation(lambda it: it.note), update, {'If-Match': seen})
items = lambda answer: (None, [types.inventory_item_from_dict(answer[0]).quantity])
call('sellReservation', 'POST', f'{order}/sale', items, {}, {'If-Match': seen})
call('sellReservation', 'POST', f'{order}/sale', items, {}, {'Idempotency-Key': 'pay order-1'})
call('releaseReservation', 'DELETE', order)
call('getReport', 'GET', '/inventory/report', parser(types.report_from_dict, lambda it: it.totals.sold))

new_key = types.KeyCreation(name='till', scope=types.Scope.READ)
call('createKey', 'POST', '/keys', parser(types.new_key_from_dict, lambda it: it.scope), new_key)
call('rotateKey', 'POST', '/keys/till/rotation', parser(types.new_key_from_dict, lambda it: it.name), {})
call('revokeKey', 'DELETE', '/keys/till')

endpoint = types.WebhookCreation(name='shop', url='http://127.0.0.1:9/', pet_ids=[1, 2])
pets = lambda it: ','.join(map(str, it.pet_ids))
call('addWebhook', 'POST', '/webhooks', parser(types.new_webhook_from_dict, pets), endpoint)
call('updateWebhook', 'PATCH', '/webhooks/shop', parser(types.webhook_from_dict, lambda it: it.state), {'paused': True})
call('removeWebhook', 'DELETE', '/webhooks/shop')
