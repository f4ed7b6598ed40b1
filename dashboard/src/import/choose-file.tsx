import { Button } from 'react-aria-components/Button';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Icon } from '../controls/icon.tsx';
import { chooseFile } from './importing.ts';

export function ChooseFile({ failure }: { readonly failure: string | undefined }) {
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined) void chooseFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped here, and the button does the same.
    <div
      className="choose-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p>
        A file with the header <code>petId,quantity,status</code>.
      </p>
      <p className="quiet">You see every difference before anything is written. Pets that it does not name stay.</p>
      <FileTrigger acceptedFileTypes={['.csv', 'text/csv', '.json', '.ndjson']} onSelect={choose}>
        <Button className="button" data-primary autoFocus>
          Choose a file
        </Button>
      </FileTrigger>
      <p role="alert" className="fault">
        {failure}
      </p>
    </div>
  );
}
